import { addDays, isoDate, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { monthNames } from '#domain/holidays/rule-text.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { classNames } from '#web/lib/class-names.ts'

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

export type DayLook = { look: 'closed' | 'part' | 'off' | 'open'; words?: string }

const looks = {
  closed: 'rounded-part border border-crit-line bg-crit-tint font-semibold text-crit-text',
  part: 'rounded-part border border-warn-line border-b-2 border-b-warn bg-warn-tint font-semibold text-warn-text',
  off: 'text-ink-3',
  open: '',
}

/** One month as a grid of days, from the organization's first day of the week. Each day has its meaning as text too. */
export function MonthGrid({
  year,
  month,
  today,
  dayLook,
}: {
  year: number
  month: number
  today: string
  dayLook: (date: string) => DayLook
}) {
  const weekStartsOn = useWeekStartsOn()
  const first = isoDate(year, month, 1)
  const days = Number(isoDate(year, month + 1, 0).slice(8))
  const lead = (weekdayOf(first) - weekStartsOn + 7) % 7
  const weeks = Array.from({ length: Math.ceil((lead + days) / 7) }, (_, week) => addDays(first, week * 7 - lead))
  return (
    <table className="w-full table-fixed text-center text-label tabular-nums">
      <caption className="pb-1 text-left text-body">
        <span className="font-semibold">{monthNames[month - 1]}</span> <span className="text-ink-3">{year}</span>
      </caption>
      <thead>
        <tr className="text-ink-3">
          {weekdays.map((day, index) => (
            <th key={day} scope="col" className="h-5 font-normal">
              {weekdays[(index + weekStartsOn - 1) % 7]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((start) => (
          <tr key={start}>
            {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
              const date = addDays(start, offset)
              if (date.slice(0, 7) !== first.slice(0, 7)) return <td key={date} />
              const { look, words } = dayLook(date)
              return (
                <td key={date} title={words} className="h-5 p-px">
                  <span
                    className={classNames(
                      'block',
                      looks[look],
                      date === today && 'rounded-part outline-2 outline-primary -outline-offset-1',
                    )}
                  >
                    {Number(date.slice(8))}
                    {words && <span className="sr-only"> {words}</span>}
                    {date === today && <span className="sr-only"> today</span>}
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Year and month (1-12) of `count` months, starting with the month of a date. */
export const monthsFrom = (date: string, count: number): { year: number; month: number }[] =>
  Array.from({ length: count }, (_, offset) => {
    const month = Number(date.slice(5, 7)) - 1 + offset
    return { year: Number(date.slice(0, 4)) + Math.floor(month / 12), month: (month % 12) + 1 }
  })
