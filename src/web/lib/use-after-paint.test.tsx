import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAfterPaint } from './use-after-paint.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('useAfterPaint becomes true one frame later, and false immediately', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), { initialProps: { value: false } })
  rerender({ value: true })
  // Code that runs before the next frame still sees false.
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(40))
  expect(result.current).toBe(true)
  rerender({ value: false })
  expect(result.current).toBe(false)
  rerender({ value: true })
  expect(result.current).toBe(false)
})
