import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import type { Shift, ShiftPeriod } from '#contract/shifts.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { clockOfMinutes } from './day-minutes.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const minutesOf = (periods: readonly ShiftPeriod[]) =>
  periods.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0)
const timesOf = (periods: readonly ShiftPeriod[], weekday: number) =>
  periods
    .filter((period) => period.weekday === weekday)
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
    .map(({ fromMinute, toMinute }) => `${clockOfMinutes(fromMinute)}–${clockOfMinutes(toMinute)}`)
    .join(', ')

/** The week of the version that holds last; earlier ones are history of the plan. */
const Week = ({ shift }: { shift: Shift }) => {
  const { periods, breaks } = shift.versions.at(-1) ?? { periods: [], breaks: [] }
  return (
    <table className="w-full tabular-nums">
      <thead className="bg-sunken text-left text-ink-3 text-label">
        <tr>
          {['Day', 'Working time', 'Breaks'].map((head) => (
            <th key={head} scope="col" className="h-8 px-3 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((day, index) => (
          <tr key={day} className="h-row border-line border-t">
            <th scope="row" className="px-3 text-left font-normal">
              {day}
            </th>
            <td className="px-3">{timesOf(periods, index + 1) || <span className="text-ink-3">closed</span>}</td>
            <td className="px-3 text-ink-2">{timesOf(breaks, index + 1) || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shift patterns with their week; read only until their editor comes. */
export function ShiftsScreen() {
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const { data: organisation } = useSuspenseQuery(organisationQuery())
  if (shifts.length === 0) {
    return (
      <EmptyState className="grow" icon={<CalendarClock />} title="No shift patterns">
        Without one the organization works around the clock.
      </EmptyState>
    )
  }
  return (
    <>
      <PageHead title="Shifts" meta={`Times in ${organisation.timeZone}`} />
      <div className="grid gap-4 px-5 pb-5 max-md:px-4 xl:grid-cols-2">
        {shifts.map((shift) => {
          const { periods, breaks } = shift.versions.at(-1) ?? { periods: [], breaks: [] }
          const isDefault = shift.shiftId === organisation.defaultShiftId
          return (
            <Panel
              key={shift.shiftId}
              title={shift.name}
              meta={isDefault && <Chip tone="primary">Organization's own</Chip>}
              actions={
                <span className="text-ink-3 tabular-nums">
                  {formatHours((minutesOf(periods) - minutesOf(breaks)) / 60)} a week
                </span>
              }
            >
              <Week shift={shift} />
            </Panel>
          )
        })}
      </div>
    </>
  )
}
