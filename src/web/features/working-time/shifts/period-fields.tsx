import { Plus, Trash2, X } from 'lucide-react'
import type { Ref } from 'react'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { weekdayNames } from '#domain/holidays/rule-text.ts'
import { minutesFromInput, timeInputValue } from '#web/lib/day-minutes.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import {
  breakAt,
  breaksOf,
  changePeriod,
  dayMinutes,
  freeBreak,
  type PeriodBreak,
  removePeriod,
  type Week,
} from './week-model.ts'

interface PeriodFieldsProps {
  readonly week: Week
  readonly index: number
  readonly period: ShiftPeriod
  readonly refusal: string | null
  readonly fromRef: Ref<HTMLInputElement>
  readonly onWeek: (week: Week) => void
  readonly onClose: () => void
}

/** The fields of the selected period: from, to, next day, breaks. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { week, index, period, refusal, onWeek, onClose } = props
  const addBreak = () => {
    const free = freeBreak(week, period)
    if (free) onWeek({ ...week, breaks: [...week.breaks, free] })
  }
  return (
    <section aria-label="Period" className="flex flex-col gap-3 border-line border-b p-4">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold">{weekdayNames[period.weekday - 1]}</h2>
        <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
      </div>
      <StartAndEnd {...props} />
      {breaksOf(week, period).map((rest, position) => (
        <BreakFields
          key={rest.index}
          week={week}
          period={period}
          refusal={refusal}
          onWeek={onWeek}
          rest={rest}
          number={position + 1}
        />
      ))}
      <div className="flex gap-2">
        <Button size="small" icon={<Plus />} disabledReason={refusal} onClick={addBreak}>
          Add break
        </Button>
        <Button
          size="small"
          icon={<Trash2 />}
          disabledReason={refusal}
          onClick={() => {
            onWeek(removePeriod(week, index))
            onClose()
          }}
        >
          Remove period
        </Button>
      </div>
    </section>
  )
}

function StartAndEnd({ week, index, period, refusal, fromRef, onWeek }: PeriodFieldsProps) {
  const readOnly = refusal !== null
  const overnight = period.toMinute > dayMinutes
  const set = (fromMinute: number, toInDay: number, nextDay: boolean) => {
    const toMinute = nextDay ? toInDay + dayMinutes : toInDay === 0 ? dayMinutes : toInDay
    const fits = toMinute > fromMinute && toMinute <= fromMinute + dayMinutes
    if (fits) onWeek(changePeriod(week, index, { ...period, fromMinute, toMinute }))
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="time"
          label="From"
          readOnly={readOnly}
          ref={fromRef}
          value={timeInputValue(period.fromMinute)}
          onChange={(event) => {
            const minute = minutesFromInput(event.target.value)
            if (minute !== null) set(minute, period.toMinute % dayMinutes, overnight)
          }}
        />
        <TextField
          type="time"
          label="To"
          readOnly={readOnly}
          value={timeInputValue(period.toMinute)}
          onChange={(event) => {
            const minute = minutesFromInput(event.target.value)
            // An end before the start means the next morning.
            if (minute !== null)
              set(period.fromMinute, minute, overnight || (minute > 0 && minute <= period.fromMinute))
          }}
        />
      </div>
      <Toggle
        label="Ends the next day"
        checked={overnight}
        disabled={readOnly}
        onChange={(event) => set(period.fromMinute, period.toMinute % dayMinutes, event.target.checked)}
      />
    </>
  )
}

interface BreakFieldsProps extends Pick<PeriodFieldsProps, 'week' | 'period' | 'refusal' | 'onWeek'> {
  readonly rest: PeriodBreak
  /** Number of the break in its period, from 1. */
  readonly number: number
}

/** The fields of one break: its start and its length. */
function BreakFields({ week, period, refusal, onWeek, rest, number }: BreakFieldsProps) {
  const readOnly = refusal !== null
  const length = rest.toMinute - rest.fromMinute
  const set = (fromMinute: number, lengthMinutes: number) => {
    const toMinute = fromMinute + lengthMinutes
    if (lengthMinutes < 1 || fromMinute < period.fromMinute || toMinute > period.toMinute) return
    const next = breakAt(period.weekday, fromMinute, toMinute)
    onWeek({ ...week, breaks: week.breaks.map((other, at) => (at === rest.index ? next : other)) })
  }
  /** A clock time as minutes inside the period, which can be past midnight. */
  const inside = (minute: number) => (minute < period.fromMinute ? minute + dayMinutes : minute)
  return (
    <div className="grid grid-cols-[1fr_6rem_auto] items-end gap-2">
      <TextField
        type="time"
        label={`Break ${number}`}
        readOnly={readOnly}
        value={timeInputValue(rest.fromMinute)}
        onChange={(event) => {
          const minute = minutesFromInput(event.target.value)
          if (minute !== null) set(inside(minute), length)
        }}
      />
      <NumberField
        label="for"
        unit="min"
        min={5}
        step={5}
        readOnly={readOnly}
        value={length}
        onChange={(event) => set(rest.fromMinute, Math.round(Number(event.target.value)))}
      />
      <IconButton
        label={`Remove break ${number}`}
        icon={<X />}
        disabledReason={refusal}
        onClick={() => onWeek({ ...week, breaks: week.breaks.filter((_, at) => at !== rest.index) })}
      />
    </div>
  )
}
