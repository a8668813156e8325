import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'
import { placeBubble } from './tooltip-bubble.tsx'

const view = { width: 1440, height: 900 }
const rect = (left: number, top: number, width = 32, height = 32) => new DOMRect(left, top, width, height)

describe('the position of a tooltip', () => {
  it('is below its control, above it when there is no room below, and beside it on request', () => {
    const bubble = { width: 100, height: 24 }
    expect(placeBubble(rect(200, 100), bubble, 'bottom', view)).toEqual({ left: 166, top: 136 })
    expect(placeBubble(rect(200, 860), bubble, 'bottom', view)).toEqual({ left: 166, top: 832 })
    expect(placeBubble(rect(200, 100), bubble, 'right', view)).toEqual({ left: 236, top: 104 })
    expect(placeBubble(rect(1400, 100), bubble, 'right', view)).toEqual({ left: 1296, top: 104 })
    expect(placeBubble(rect(0, 100), bubble, 'bottom', view)).toEqual({ left: 8, top: 136 })
  })

  it('is always inside the window', () => {
    const side = fc.constantFrom('top', 'right', 'bottom', 'left')
    const size = fc.record({ width: fc.integer({ min: 10, max: 320 }), height: fc.integer({ min: 10, max: 100 }) })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1408 }),
        fc.integer({ min: 0, max: 868 }),
        size,
        side,
        (x, y, bubble, on) => {
          const { left, top } = placeBubble(rect(x, y), bubble, on, view)
          expect(left).toBeGreaterThanOrEqual(8)
          expect(top).toBeGreaterThanOrEqual(8)
          expect(left + bubble.width).toBeLessThanOrEqual(view.width - 8)
          expect(top + bubble.height).toBeLessThanOrEqual(view.height - 8)
        },
      ),
    )
  })
})

describe('a tooltip', () => {
  // A tooltip that follows another one appears at once, so each test starts long after the last hover, even one in another file.
  let beginsAtMs = performance.now()
  beforeEach(() => {
    beginsAtMs += 60_000
    vi.useFakeTimers()
    vi.advanceTimersByTime(beginsAtMs - performance.now())
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })
  const wait = (forMs: number) => act(() => vi.advanceTimersByTime(forMs))

  it('appears and describes its control after the pointer has rested there, and Escape hides it', () => {
    render(
      <Tooltip content="Admins only">
        <button type="button">Delete</button>
      </Tooltip>,
    )
    const button = screen.getByRole('button')
    fireEvent.pointerEnter(button)
    wait(400)
    expect(screen.queryByRole('tooltip')).toBeNull()
    wait(200)
    expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(button.getAttribute('aria-describedby')).toBeNull()
  })

  it('stays while the pointer is on its text, and disappears when the pointer leaves', () => {
    render(
      <Tooltip content="Northwind Fabrication">
        <button type="button">Northwind Fabricatio…</button>
      </Tooltip>,
    )
    fireEvent.pointerEnter(screen.getByRole('button'))
    wait(600)
    fireEvent.pointerLeave(screen.getByRole('button'))
    fireEvent.pointerEnter(screen.getByRole('tooltip'))
    wait(1000)
    fireEvent.pointerLeave(screen.getByRole('tooltip'))
    wait(200)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})
