import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { at, refused, Scene } from '#testing/schedule/scene-fixture.tsx'
import { extras } from '../frame/extras.ts'

beforeAll(extras.prepare)
afterEach(cleanup)

const px = (text: string) => Number.parseFloat(text)
const grid = () => screen.getByRole('grid', { name: 'Schedule by work center' })
const bar = (name: RegExp) => screen.getByRole('gridcell', { name })

/** The position of an instant on the row, from two bars at hours. Days have 110 px. */
const xOf = (day: number, hour: number) => {
  const weld = px(bar(/Weld frame, Thu/).style.left)
  return weld + (day - 3) * 110 + ((hour - 14) * 110) / 24
}

const paint = (from: number, to: number, pointerType = 'mouse') => {
  const y = px(bar(/Weld frame, Thu/).style.top) + 10
  fireEvent.pointerDown(grid(), { button: 0, clientX: from, clientY: y, pointerType })
  fireEvent.pointerMove(window, { clientX: to, clientY: y })
}

describe('an empty part of a row of the Timeline', () => {
  it('is painted to close open time, or to open closed time, in whole hours', () => {
    const onOpen = vi.fn()
    render(<Scene view="timeline" onOpen={onOpen} />)
    paint(xOf(8, 9.3), xOf(8, 11.6))
    expect(screen.getByText('Tue 11/24 9:00 AM to 12:00 PM')).toBeTruthy()
    expect(document.querySelector('[data-painted]')).not.toBeNull()
    fireEvent.pointerUp(window)
    const painted = { fromMs: at(8, 9), toMs: at(8, 12), isOpen: true }
    expect(onOpen.mock.calls).toEqual([[{ kind: 'exception', categoryId: 'category-0', painted }]])
    expect(document.querySelector('[data-painted]')).toBeNull()
    // From right to left, in the night.
    paint(xOf(9, 4.5), xOf(8, 23.5))
    fireEvent.pointerUp(window)
    const night = { fromMs: at(8, 23), toMs: at(9, 5), isOpen: false }
    expect(onOpen).toHaveBeenLastCalledWith({ kind: 'exception', categoryId: 'category-0', painted: night })
  })

  it('an empty part is not painted by a click, by a finger, after Escape, or by a reader who may not and is told why', () => {
    const onOpen = vi.fn()
    const { rerender } = render(<Scene view="timeline" onOpen={onOpen} />)
    paint(xOf(8, 9), xOf(8, 9))
    fireEvent.pointerUp(window)
    paint(xOf(8, 9), xOf(8, 12), 'touch')
    fireEvent.pointerUp(window)
    paint(xOf(8, 9), xOf(8, 12))
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    rerender(<Scene view="timeline" refusals={refused} onOpen={onOpen} />)
    paint(xOf(8, 9), xOf(8, 12))
    expect(document.querySelector('[data-painted]')).toBeNull()
    expect(document.querySelector('[data-refused]')?.textContent).toBe('Only admins can.')
    fireEvent.pointerUp(window)
    expect(onOpen).not.toHaveBeenCalled()
  })
})

describe('a finger on an empty part of a row of the Timeline', () => {
  const rest = async (from: number, to: number, ms: number) => {
    const y = px(bar(/Weld frame, Thu/).style.top) + 10
    const at = { button: 0, pointerType: 'touch', clientY: y }
    fireEvent.pointerDown(grid(), { ...at, clientX: from })
    await vi.advanceTimersByTimeAsync(ms)
    const scrolls = fireEvent.touchMove(grid(), { touches: [] })
    fireEvent.pointerMove(window, { ...at, clientX: to })
    return scrolls
  }

  afterEach(() => {
    vi.useRealTimers()
  })

  it('paints after a long press, and does not scroll then', async () => {
    const onOpen = vi.fn()
    render(<Scene view="timeline" onOpen={onOpen} />)
    vi.useFakeTimers()
    expect(await rest(xOf(8, 9.3), xOf(8, 11.6), 450)).toBe(false)
    expect(document.querySelector('[data-painted]')).not.toBeNull()
    fireEvent.pointerUp(window)
    const painted = { fromMs: at(8, 9), toMs: at(8, 12), isOpen: true }
    expect(onOpen.mock.calls).toEqual([[{ kind: 'exception', categoryId: 'category-0', painted }]])
  })

  it('scrolls when it moves at once', async () => {
    const onOpen = vi.fn()
    render(<Scene view="timeline" onOpen={onOpen} />)
    vi.useFakeTimers()
    expect(await rest(xOf(8, 9), xOf(8, 12), 100)).toBe(true)
    await vi.advanceTimersByTimeAsync(500)
    fireEvent.pointerMove(window, { clientX: xOf(8, 13), pointerType: 'touch' })
    expect(document.querySelector('[data-painted]')).toBeNull()
    fireEvent.pointerUp(window)
    expect(onOpen).not.toHaveBeenCalled()
  })
})

describe('the head of a row', () => {
  it('has a button for overtime, downtime or capacity without a time, for those who do not paint', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    render(<Scene view="timeline" onOpen={onOpen} />)
    screen.getByRole('button', { name: /^Overtime, downtime or capacity of Center 0/ }).focus()
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ kind: 'exception', categoryId: 'category-0', painted: null })
  })

  it('has a button that is off where the reader may not change working time', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    render(<Scene view="timeline" onOpen={onOpen} refusals={refused} />)
    const button = screen.getByRole('button', { name: /^Overtime, downtime or capacity of Center 0/ })
    await user.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(onOpen).not.toHaveBeenCalled()
  })
})
