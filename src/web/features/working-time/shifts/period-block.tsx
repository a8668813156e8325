import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { weekdayNames } from '#domain/holidays/rule-text.ts'
import { classNames } from '#web/lib/class-names.ts'
import { clockOfMinutes } from '#web/lib/day-minutes.ts'
import type { TimeFormat } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { breaksOf, dayMinutes, movePeriod, stepMinutes, stretchEnd, type Week } from './week-model.ts'

const percent = (minutes: number) => `${(minutes / dayMinutes) * 100}%`
const hatch = 'repeating-linear-gradient(135deg, var(--line-2) 0 1px, var(--surface) 1px 4px)'

const periodText = ({ fromMinute, toMinute }: ShiftPeriod, timeFormat: TimeFormat): string =>
  `${clockOfMinutes(fromMinute, timeFormat)} to ${clockOfMinutes(toMinute, timeFormat)}${toMinute > dayMinutes ? ' next day' : ''}`

interface PeriodBlockProps {
  readonly week: Week
  readonly index: number
  readonly period: ShiftPeriod
  readonly selected: boolean
  readonly readOnly: boolean
  readonly timeFormat: TimeFormat
  readonly onSelect: () => void
  readonly onChange: (next: ShiftPeriod) => void
  readonly onRemove: () => void
  readonly onEdit: () => void
}

/** One period of a day as a block with two handles. Arrows move it, Shift and arrows resize it, Delete removes it. */
export function PeriodBlock(props: PeriodBlockProps) {
  const { week, index, period, selected, readOnly, timeFormat, onSelect, onChange, onRemove, onEdit } = props
  const length = period.toMinute - period.fromMinute
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -stepMinutes, ArrowRight: stepMinutes }[event.key]
    if (step !== undefined && !readOnly) onChange((event.shiftKey ? stretchEnd : movePeriod)(period, step))
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !readOnly) onRemove()
    else if (event.key === 'Enter') onEdit()
    else return
    event.preventDefault()
  }
  const handle =
    'absolute inset-y-0 w-2 cursor-ew-resize after:absolute after:inset-y-2 after:w-0.75 after:rounded-full'
  return (
    <button
      type="button"
      data-period={index}
      aria-pressed={selected}
      aria-label={`${weekdayNames[period.weekday - 1]}, ${periodText(period, timeFormat)}`}
      aria-description={
        readOnly
          ? undefined
          : 'Arrow keys move it, Shift + arrow keys resize it, Delete removes it, Enter edits its times'
      }
      className={classNames(
        'absolute inset-y-2.5 touch-none overflow-hidden rounded-inner border text-left text-ink text-label',
        readOnly ? 'cursor-default' : 'cursor-grab active:cursor-grabbing',
        selected ? 'border-2 border-primary-mark bg-primary-tint-2' : 'border-primary-line bg-primary-tint',
        period.toMinute > dayMinutes && 'rounded-r-none border-r-0',
      )}
      style={{ left: percent(period.fromMinute), width: percent(Math.min(length, dayMinutes - period.fromMinute)) }}
      onFocus={onSelect}
      onKeyDown={press}
    >
      {breaksOf(week, period).map((rest) => (
        <span
          key={rest.index}
          aria-hidden="true"
          className="absolute inset-y-0"
          style={{
            left: `${((rest.fromMinute - period.fromMinute) / Math.min(length, dayMinutes - period.fromMinute)) * 100}%`,
            width: `${((rest.toMinute - rest.fromMinute) / Math.min(length, dayMinutes - period.fromMinute)) * 100}%`,
            background: hatch,
          }}
        />
      ))}
      <span className="relative block truncate px-2 font-semibold">{formatHours(length / 60)}</span>
      <span className="relative block truncate px-2">{periodText(period, timeFormat).replaceAll(':00 ', ' ')}</span>
      {period.toMinute > dayMinutes && <ChevronRight className="absolute inset-y-0 right-0.5 my-auto size-3.5" />}
      {!readOnly && (
        <>
          <span
            data-handle="start"
            className={classNames(handle, 'left-0 after:left-0.5', selected && 'after:bg-primary-mark')}
          />
          <span
            data-handle="end"
            className={classNames(handle, 'right-0 after:right-0.5', selected && 'after:bg-primary-mark')}
          />
        </>
      )}
    </button>
  )
}

/** The part of an overnight period that falls on the next day. */
export const Leftover = ({ minutes }: { minutes: number }) => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-2.5 left-0 flex items-center rounded-r-inner border border-primary-line border-l-0 border-dashed bg-primary-tint pl-0.5"
    style={{ width: percent(minutes) }}
  >
    <ChevronRight className="size-3.5" />
  </span>
)
