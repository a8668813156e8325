import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import type { Holiday } from '#contract/holidays.ts'
import { holidaysQuery, holidayTemplatesQuery } from '#web/api/holidays.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Chip } from '#web/ui/chip.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { clockOfMinutes } from './day-minutes.ts'

/** A calendar day has no zone: it is read and shown as UTC, whoever looks. */
const dayText = (date: string, dates: DateSettings) => formatShipDate(`${date}T00:00:00Z`, { ...dates, zone: 'UTC' })

const part = ({ fromMinute, toMinute }: Holiday) =>
  fromMinute === null || toMinute === null ? 'All day' : `${clockOfMinutes(fromMinute)}–${clockOfMinutes(toMinute)}`

/** Holidays in order and the templates; read only until their editor comes. */
export function HolidaysScreen() {
  const holidays = useSuspenseQuery(holidaysQuery()).data.toSorted((a, b) => a.date.localeCompare(b.date))
  const { data: templates } = useSuspenseQuery(holidayTemplatesQuery())
  const dates = useDateSettings()
  const row = 'flex min-h-row flex-wrap items-center gap-x-3 border-line border-t px-3 first:border-t-0 tabular-nums'
  return (
    <>
      <PageHead title="Holidays" />
      <div className="grid items-start gap-4 px-5 pb-5 max-md:px-4 xl:grid-cols-2">
        <Panel title="Closed days" meta={<CountBadge count={holidays.length} />}>
          <ul>
            {holidays.map((holiday) => (
              <li key={holiday.holidayId} className={row}>
                <span className="w-30">{dayText(holiday.date, dates)}</span>
                <span className="min-w-0 grow truncate">{holiday.name}</span>
                {holiday.categoryId !== null && <Chip>One work centre</Chip>}
                <span className="text-ink-3">{part(holiday)}</span>
              </li>
            ))}
          </ul>
          {holidays.length === 0 && (
            <EmptyState icon={<CalendarOff />} title="No holidays">
              The organization works on every day its shifts name.
            </EmptyState>
          )}
        </Panel>
        <Panel title="Templates" meta={<CountBadge count={templates.length} />}>
          <ul>
            {templates.map((template) => (
              <li key={template.templateId} className={row}>
                <span className="min-w-0 grow truncate">{template.name}</span>
                <Chip tone={template.isSystemTemplate ? 'neutral' : 'primary'}>
                  {template.isSystemTemplate ? 'System' : 'Ours'}
                </Chip>
                <span className="text-ink-3">{formatCount(template.items.length, 'day')}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}
