import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorPanel } from './error-panel.tsx'
import { announce, LiveRegion } from './live-region.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { snackbar, toast } from './toast.tsx'
import { Toaster } from './toaster.tsx'

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    for (let second = 0; second < 10; second += 1) act(() => vi.advanceTimersByTime(1000))
    vi.useRealTimers()
  })
  const visible = () => [...document.querySelectorAll('[data-sonner-toast] span')].map((node) => node.textContent)
  const letPass = (forMs = 1000) => {
    for (let passedMs = 0; passedMs < forMs; passedMs += 100) act(() => vi.advanceTimersByTime(100))
  }

  /** The toaster is loaded on first use; this waits until the import has finished. */
  const say = (notify: () => void) =>
    act(async () => {
      notify()
      await import('./toaster.tsx')
    })

  it('are limited to three, and the oldest disappears first', async () => {
    render(<Toaster />)
    for (const message of ['one', 'two', 'three', 'four', 'five']) await say(() => toast.info(message))
    letPass()
    expect(visible().sort()).toEqual(['five', 'four', 'three'])
  })

  it('disappear after 5 s, and a snackbar after 4 s', async () => {
    render(<Toaster />)
    await say(() => toast.success('Project moved to Production'))
    await say(() => snackbar.error('Failed to update project'))
    letPass(3900)
    expect(visible()).toHaveLength(2)
    letPass(900)
    expect(visible()).toEqual(['Project moved to Production'])
    letPass(1200)
    expect(visible()).toEqual([])
  })

  it('run their action once and then close', async () => {
    render(<Toaster />)
    const onClick = vi.fn()
    await say(() => toast.success('Moved', { action: { label: 'Undo', onClick } }))
    letPass(100)
    act(() => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
    letPass()
    expect(onClick).toHaveBeenCalledOnce()
    expect(visible()).toEqual([])
  })
})

describe('feedback for screen readers', () => {
  it('announces the same words again when they are repeated', () => {
    render(<LiveRegion />)
    const places = () => [...document.querySelectorAll('[aria-live]')].map((node) => node.textContent)
    act(() => announce('Moved'))
    const first = places()
    act(() => announce('Moved'))
    expect(first.join('')).toBe('Moved')
    expect(places()).toEqual(first.toReversed())
  })

  it('limits the value of a progress bar to 0-100', () => {
    const { rerender } = render(<ProgressBar label="Progress" percent={140} />)
    const now = () => screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')
    const seen = [now()]
    for (const percent of [-5, 42.4, null, Number.NaN]) {
      rerender(<ProgressBar label="Progress" percent={percent} />)
      seen.push(now())
    }
    expect(seen).toEqual(['100', '0', '42', null, null])
  })

  it('shows the specified text of an error and the id of its request', () => {
    const onRetry = vi.fn()
    render(<ErrorPanel onRetry={onRetry} requestId="8f3c21" />)
    const text = screen.getByRole('alert').textContent
    expect(text).toContain('Something went wrong')
    expect(text).toContain('An error occurred in this part of the application. Our team has been notified.')
    expect(text).toContain('Request 8f3c21')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})
