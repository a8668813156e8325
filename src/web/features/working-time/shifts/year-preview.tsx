import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarException, Holiday } from '#contract/holidays.ts'
import type { ShiftVersion } from '#contract/shifts.ts'
import { addDays, isoDate } from '#domain/holidays/calendar-dates.ts'
import { holidayDates } from '#domain/holidays/holiday-rule.ts'
import { hourMs } from '#domain/time/units.ts'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { useToday } from '#web/components/reader/use-today.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { type DayLook, MonthGrid, monthsFrom } from '../month-grid.tsx'

interface YearPreviewProps {
  readonly name: string
  readonly versions: ShiftVersion[]
  readonly holidays: readonly Holiday[]
  readonly exceptions: readonly CalendarException[]
  /** Includes the holidays and exceptions of this work center; null for those of the organization only. */
  readonly categoryId?: string | null
}

/** Twelve months of a pattern as the scheduler sees them: daily hours with holidays, overtime and downtime. */
export function YearPreview({ name, versions, holidays, exceptions, categoryId = null }: YearPreviewProps) {
  const { timeZone, closedDayRule } = useSuspenseQuery(tenantSettingsQuery()).data
  const today = useToday()
  const { days, totalHours, closedDays } = useMemo(() => {
    const from = `${today.slice(0, 7)}-01`
    const months = monthsFrom(from, 13)
    const last = months.at(-1) ?? { year: 0, month: 1 }
    const to = isoDate(last.year, last.month, 1)
    const applies = (of: { categoryId: string | null }) => of.categoryId === null || of.categoryId === categoryId
    const own = holidays.filter(applies)
    const spans = own.flatMap((holiday) => holidayDates(holiday, last.year).map((date) => ({ ...holiday, date })))
    const rules = {
      timeZone,
      // Without a pattern the time is open 24/7, as in the scheduler.
      shift: versions.length > 0 ? { shiftId: '', name, versions } : null,
      holidays: spans,
      closedDayRule,
      exceptions: exceptions
        .filter(applies)
        .flatMap(({ kind, name: title, startsAt, endsAt }) =>
          kind === 'capacity' || endsAt === null
            ? []
            : [{ kind, name: title, startMs: Date.parse(startsAt), endMs: Date.parse(endsAt), categoryId: null }],
        ),
    }
    const calendar = new WorkCalendar(rules, dateOnlyToMs(from, timeZone, 0))
    const named = new Map(spans.map((span) => [span.date, span.name]))
    const looks = new Map<string, DayLook>()
    let [total, closed] = [0, 0]
    for (let date = from; date < to; date = addDays(date, 1)) {
      const [start, end] = [dateOnlyToMs(date, timeZone, 0), dateOnlyToMs(addDays(date, 1), timeZone, 0)]
      const openHours = (calendar.toWork(end) - calendar.toWork(start)) / hourMs
      total += openHours
      if (openHours === 0) closed++
      const holiday = named.get(date)
      const look = holiday ? (openHours === 0 ? 'closed' : 'part') : openHours === 0 ? 'off' : 'open'
      looks.set(date, {
        look,
        words: `${holiday ? `${holiday}, ` : ''}${openHours === 0 ? 'closed' : formatHours(openHours)}`,
      })
    }
    return { days: looks, totalHours: total, closedDays: closed }
  }, [today, timeZone, closedDayRule, name, versions, holidays, exceptions, categoryId])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        {formatHours(Math.round(totalHours))} of working time in twelve months, {formatNumber(closedDays)} days closed.
      </p>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {monthsFrom(today, 12).map(({ year, month }) => (
          <MonthGrid
            key={`${year}-${month}`}
            year={year}
            month={month}
            today={today}
            dayLook={(date) => days.get(date) ?? { look: 'open' }}
          />
        ))}
      </div>
    </div>
  )
}
