import { type PointerEvent, useRef } from 'react'
import type { ShiftPeriod } from '#contract/shifts.ts'
import {
  changePeriod,
  dayMinutes,
  movePeriod,
  snap,
  stepMinutes,
  stretchEnd,
  stretchStart,
  type Week,
} from './week-model.ts'

type Part = 'move' | 'start' | 'end'
type Drag =
  | { readonly kind: 'draw'; readonly base: Week; readonly fromMinute: number }
  | {
      readonly kind: Part
      readonly base: Week
      readonly index: number
      readonly period: ShiftPeriod
      readonly fromMinute: number
    }

const apply = { move: movePeriod, start: stretchStart, end: stretchEnd }

interface TrackOptions {
  readonly weekday: number
  readonly week: Week
  readonly readOnly: boolean
  readonly onWeek: (week: Week) => void
  readonly onSelect: (index: number | null) => void
}

/**
 * Dragging on the track of one day, in steps of 15 minutes. In an empty place it draws a new period, on `data-period`
 * it moves the period, on `data-handle` it resizes it. When the browser cancels the pointer, the old week is restored.
 */
export const useTrackDrag = ({ weekday, week, readOnly, onWeek, onSelect }: TrackOptions) => {
  const drag = useRef<Drag | null>(null)
  const minuteAt = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(dayMinutes, Math.max(0, ((event.clientX - left) / width) * dayMinutes))
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || readOnly || !(event.target instanceof HTMLElement)) return
    const fromMinute = minuteAt(event)
    const block = event.target.closest<HTMLElement>('[data-period]')
    const index = Number(block?.dataset.period ?? -1)
    const period = week.periods[index]
    const part = (event.target.closest<HTMLElement>('[data-handle]')?.dataset.handle ?? 'move') as Part
    onSelect(period ? index : null)
    drag.current = period
      ? { kind: part, base: week, index, period, fromMinute }
      : { kind: 'draw', base: week, fromMinute: snap(fromMinute) }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (!now) return
    if (now.kind !== 'draw') {
      return onWeek(
        changePeriod(now.base, now.index, apply[now.kind](now.period, snap(minuteAt(event) - now.fromMinute))),
      )
    }
    const minute = snap(minuteAt(event))
    const [fromMinute, toMinute] = [Math.min(minute, now.fromMinute), Math.max(minute, now.fromMinute)]
    const isPeriod = toMinute - fromMinute >= stepMinutes
    onWeek(isPeriod ? { ...now.base, periods: [...now.base.periods, { weekday, fromMinute, toMinute }] } : now.base)
    onSelect(isPeriod ? now.base.periods.length : null)
  }
  const end = () => {
    drag.current = null
  }
  const cancel = () => {
    if (drag.current) onWeek(drag.current.base)
    end()
  }
  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel }
}
