import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react'
import { weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { monthNames, weekdayNames } from '#domain/holidays/rule-text.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import { Button } from '#web/ui/button.tsx'
import { inputClasses } from '#web/ui/input-classes.ts'
import { atMonth, dayAfterKey, weeksOf } from './calendar-days.ts'
import { CalendarSettingsContext } from './calendar-settings.ts'

interface DateCalendarProps {
  /** 'yyyy-MM-dd', or 'yyyy-MM-ddTHH:mm' with `withTime`; '' if empty. */
  readonly value: string
  /** The first and the last allowed value, in the same format. */
  readonly min: string
  readonly max: string
  readonly withTime: boolean
  /** True if the date may be cleared. */
  readonly isOptional: boolean
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

const dayName = (date: string): string =>
  `${weekdayNames[weekdayOf(date) - 1]}, ${monthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}, ${date.slice(0, 4)}`

const stepClasses = 'flex size-8 items-center justify-center rounded-inner text-ink-2 hover:bg-press max-md:size-11'

/** Today in the reader's zone, and the first day of the week. */
const useCalendar = () => {
  const { zone, weekStartsOn } = useContext(CalendarSettingsContext)
  return { today: dateInputValue(Date.now(), zone), weekStartsOn }
}

interface MonthHeadProps {
  readonly id: string
  readonly day: string
  readonly onMonth: (by: number) => void
}

/** The name of the month between the buttons to its neighbors. */
const MonthHead = ({ id, day, onMonth }: MonthHeadProps) => (
  <div className="flex items-center justify-between">
    <button type="button" aria-label="Previous month" className={stepClasses} onClick={() => onMonth(-1)}>
      <ChevronLeft />
    </button>
    <span id={id} aria-live="polite" className="font-semibold">
      {monthNames[Number(day.slice(5, 7)) - 1]} {day.slice(0, 4)}
    </span>
    <button type="button" aria-label="Next month" className={stepClasses} onClick={() => onMonth(1)}>
      <ChevronRight />
    </button>
  </div>
)

interface MonthDaysProps {
  readonly labelId: string
  /** The day with the keyboard focus; its month is shown. */
  readonly day: string
  readonly chosen: string
  readonly isOut: (date: string) => boolean
  readonly onDay: (date: string) => void
  readonly onChoose: (date: string) => void
}

/** One month of days. Arrow keys, Page Up and Down, Home and End move; Enter and a click select. */
function MonthDays({ labelId, day, chosen, isOut, onDay, onChoose }: MonthDaysProps) {
  const { today, weekStartsOn } = useCalendar()
  const grid = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    takesFocus.current = false
  }, [day])
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event, weekStartsOn)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    takesFocus.current = true
    onDay(next)
  }
  const look = (date: string) => {
    if (date === chosen) return 'bg-primary-fill font-semibold text-on-primary'
    if (isOut(date)) return 'cursor-not-allowed text-ink-off'
    return date.slice(0, 7) === day.slice(0, 7) ? 'hover:bg-press' : 'text-ink-3 hover:bg-press'
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days in which the arrow keys move is a grid.
    <table ref={grid} role="grid" aria-labelledby={labelId} className="text-center tabular-nums" onKeyDown={press}>
      <thead>
        <tr>
          {weekdayNames.map((name, index) => {
            const weekday = weekdayNames[(index + weekStartsOn - 1) % 7] ?? name
            return (
              <th key={name} scope="col" abbr={weekday} className="h-8 font-normal text-ink-3 text-label">
                {weekday.slice(0, 2)}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day, weekStartsOn).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
              <td key={date} aria-selected={date === chosen}>
                <button
                  type="button"
                  tabIndex={date === day ? 0 : -1}
                  aria-label={dayName(date)}
                  aria-current={date === today ? 'date' : undefined}
                  aria-disabled={isOut(date) || undefined}
                  className={classNames(
                    'flex size-8 items-center justify-center rounded-inner max-md:size-11',
                    look(date),
                    date === today && 'outline-2 outline-primary -outline-offset-1',
                  )}
                  onClick={() => !isOut(date) && onChoose(date)}
                >
                  {Number(date.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The default time of a date without a time, as everywhere else. */
const usualTime = '08:00'

/** A month to choose a day from, with a time field for date-time values. */
export function DateCalendar({ value, min, max, withTime, isOptional, onChoose, onClose }: DateCalendarProps) {
  const { today } = useCalendar()
  const labelId = useId()
  const first = min.slice(0, 10)
  const last = max.slice(0, 10)
  const within = (date: string) => (date < first ? first : date > last ? last : date)
  const chosen = value.slice(0, 10)
  const [day, setDay] = useState(within(chosen || today))
  const [time, setTime] = useState(value.slice(11, 16) || usualTime)
  const choose = (date: string) => {
    setDay(date)
    onChoose(withTime ? `${date}T${time || usualTime}` : date)
    if (!withTime) onClose()
  }
  const isOut = (date: string) => date !== within(date)
  return (
    <div className="flex w-fit flex-col gap-2">
      <MonthHead id={labelId} day={day} onMonth={(by) => setDay(within(atMonth(day, by)))} />
      <MonthDays
        labelId={labelId}
        day={day}
        chosen={chosen}
        isOut={isOut}
        onDay={(date) => setDay(within(date))}
        onChoose={choose}
      />
      {withTime && (
        <label className="flex items-center gap-2 text-ink-2 text-label">
          Time
          <input
            type="time"
            value={time}
            className={classNames(inputClasses('small'), 'tabular-nums')}
            onChange={({ target }) => {
              setTime(target.value)
              if (target.value) onChoose(`${chosen || day}T${target.value}`)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onClose()
            }}
          />
        </label>
      )}
      <div className="flex items-center gap-2">
        <Button size="small" variant="ghost" disabled={isOut(today)} onClick={() => choose(today)}>
          Today
        </Button>
        {isOptional && (
          <Button
            size="small"
            variant="ghost"
            disabled={!value}
            onClick={() => {
              onChoose('')
              onClose()
            }}
          >
            Clear
          </Button>
        )}
        {withTime && (
          <Button size="small" className="ml-auto" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </div>
  )
}
