import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { at, Scene } from '#testing/schedule/scene-fixture.tsx'
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
    const onException = vi.fn()
    render(<Scene view="timeline" onException={onException} />)
    paint(xOf(8, 9.3), xOf(8, 11.6))
    expect(screen.getByText('Tue 11/24 9:00 AM to 12:00 PM')).toBeTruthy()
    expect(document.querySelector('[data-painted]')).not.toBeNull()
    fireEvent.pointerUp(window)
    const painted = { fromMs: at(8, 9), toMs: at(8, 12), isOpen: true }
    expect(onException.mock.calls).toEqual([[{ categoryId: 'category-0', painted }]])
    expect(document.querySelector('[data-painted]')).toBeNull()
    // From right to left, in the night.
    paint(xOf(9, 4.5), xOf(8, 23.5))
    fireEvent.pointerUp(window)
    const night = { fromMs: at(8, 23), toMs: at(9, 5), isOpen: false }
    expect(onException).toHaveBeenLastCalledWith({ categoryId: 'category-0', painted: night })
  })

  it('an empty part is not painted by a click, by a finger, after Escape, or by a reader who may not and is told why', () => {
    const onException = vi.fn()
    const { rerender } = render(<Scene view="timeline" onException={onException} />)
    paint(xOf(8, 9), xOf(8, 9))
    fireEvent.pointerUp(window)
    paint(xOf(8, 9), xOf(8, 12), 'touch')
    fireEvent.pointerUp(window)
    paint(xOf(8, 9), xOf(8, 12))
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    rerender(<Scene view="timeline" exceptionRefusal={() => 'Only admins can.'} onException={onException} />)
    paint(xOf(8, 9), xOf(8, 12))
    expect(document.querySelector('[data-painted]')).toBeNull()
    expect(document.querySelector('[data-refused]')?.textContent).toBe('Only admins can.')
    fireEvent.pointerUp(window)
    expect(onException).not.toHaveBeenCalled()
  })
})

describe('the head of a row', () => {
  it('has a button for overtime, downtime or capacity without a time, for those who do not paint', async () => {
    const user = userEvent.setup()
    const onException = vi.fn()
    const { rerender } = render(<Scene view="timeline" onException={onException} />)
    screen.getByRole('button', { name: /^Overtime, downtime or capacity of Center 0/ }).focus()
    await user.keyboard('{Enter}')
    expect(onException).toHaveBeenCalledExactlyOnceWith({ categoryId: 'category-0', painted: null })
    rerender(<Scene view="timeline" />)
    expect(screen.queryByRole('button', { name: /^Overtime/ })).toBeNull()
  })

  it('has a button that is off where the reader may not change working time', async () => {
    const user = userEvent.setup()
    const onException = vi.fn()
    render(<Scene view="timeline" onException={onException} exceptionRefusal={() => 'Only admins can.'} />)
    const button = screen.getByRole('button', { name: /^Overtime, downtime or capacity of Center 0/ })
    await user.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(onException).not.toHaveBeenCalled()
  })
})
