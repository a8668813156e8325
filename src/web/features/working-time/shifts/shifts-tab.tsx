import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { holidayDates } from '#domain/holidays/holiday-rule.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { exceptionsQuery, holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useToday } from '#web/components/reader/use-today.ts'
import { noShiftsYet } from '#web/components/scheduling-run/shift-assumption.tsx'
import { formatDay, formatShortDateTime } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImportButton } from '../import-settings.tsx'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { ShiftEditor } from './shift-editor.tsx'
import { ShiftList } from './shift-list.tsx'
import { ShiftUse } from './shift-use.tsx'

const aheadDays = 60

/** Overtime, downtime and holidays of the next two months. */
function ExceptionsAhead({ today }: { today: string }) {
  const { data: exceptions } = useSuspenseQuery(exceptionsQuery())
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const dates = useDateSettings()
  const until = addDays(today, aheadDays)
  const closed = holidays.flatMap((holiday) =>
    holidayDates(holiday, Number(until.slice(0, 4)))
      .filter((date) => date >= today && date <= until)
      .map((date) => ({
        key: `${holiday.holidayId} ${date}`,
        at: date,
        name: holiday.name,
        when: formatDay(date, dates),
      })),
  )
  const agreed = exceptions
    .filter(({ startsAt }) => startsAt >= today && startsAt <= until)
    .map(({ exceptionId, name, startsAt }) => ({
      key: exceptionId,
      at: startsAt,
      name,
      when: formatShortDateTime(startsAt, dates),
    }))
  const ahead = [...closed, ...agreed].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <section aria-label="Exceptions ahead" className="flex flex-col gap-2 p-4">
      <h2 className="font-semibold">Exceptions ahead</h2>
      {ahead.length === 0 && <p className="text-ink-3">None in the next two months.</p>}
      <ul className="flex flex-col gap-2">
        {ahead.map(({ key, name, when }) => (
          <li key={key}>
            {name}
            <span className="block text-ink-3 text-label">{when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shift patterns: list, week, fields of the selected period. `pattern` is the id of the current one, or 'new'. */
export function ShiftsTab({
  pattern,
  onPattern,
}: {
  pattern: string | undefined
  /** With `saved` the changes are stored, so leaving needs no question. */
  onPattern: (pattern: string | undefined, saved?: boolean) => void
}) {
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const { data: tenant } = useSuspenseQuery(tenantSettingsQuery())
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const { data: exceptions } = useSuspenseQuery(exceptionsQuery())
  const refusal = useRefusal('manageShifts')
  const today = useToday()
  const isNew = pattern === 'new' && refusal === null
  const { defaultShiftId } = tenant
  const first = shifts.find(({ shiftId }) => shiftId === defaultShiftId) ?? shifts[0]
  const shift = isNew ? null : (shifts.find(({ shiftId }) => shiftId === pattern) ?? first ?? null)
  if (shift === null && !isNew) {
    return (
      <WorkingTimeFrame current="shifts">
        <EmptyState
          className="grow"
          icon={<CalendarClock />}
          title="No shift patterns"
          action={
            <>
              <Button variant="primary" icon={<Plus />} disabledReason={refusal} onClick={() => onPattern('new')}>
                New pattern
              </Button>
              <ImportButton kind="shifts" />
            </>
          }
        >
          {noShiftsYet} The first pattern becomes the organization's default.
        </EmptyState>
      </WorkingTimeFrame>
    )
  }
  return (
    <ShiftEditor
      key={shift?.shiftId ?? 'new'}
      shift={shift}
      today={today}
      holidays={holidays}
      exceptions={exceptions}
      refusal={refusal}
      onSaved={(id) => onPattern(id, true)}
      onGone={() => onPattern(undefined, true)}
      list={
        <ShiftList
          shifts={shifts}
          defaultShiftId={defaultShiftId}
          today={today}
          refusal={refusal}
          selectedId={shift?.shiftId ?? 'new'}
          onSelect={(id) => onPattern(id)}
        />
      }
      aside={
        <>
          {shift && <ShiftUse shift={shift} tenant={tenant} categories={categories} refusal={refusal} />}
          <ExceptionsAhead today={today} />
        </>
      }
    />
  )
}
