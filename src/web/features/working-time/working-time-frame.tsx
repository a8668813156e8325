import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { exceptionsQuery, holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { PlanOutdatedStrip } from '#web/components/scheduling-run/plan-outdated-strip.tsx'
import { ShiftAssumption } from '#web/components/scheduling-run/shift-assumption.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { tabClasses } from '#web/ui/tab-classes.ts'
import { TabStrip } from '#web/ui/tabs.tsx'
import type { ShiftsTab } from './working-time-search.ts'

const tabs = [
  { key: 'shifts', label: 'Shift patterns', to: '/shift-patterns', search: {} },
  { key: 'holidays', label: 'Holidays', to: '/holidays', search: {} },
  { key: 'exceptions', label: 'Overtime and downtime', to: '/shift-patterns', search: { tab: 'exceptions' } },
  { key: 'work-centers', label: 'Work centers', to: '/shift-patterns', search: { tab: 'work-centers' } },
  { key: 'people', label: 'People and tools', to: '/shift-patterns', search: { tab: 'people' } },
] as const satisfies readonly { key: ShiftsTab | 'holidays'; label: string; to: string; search: { tab?: ShiftsTab } }[]

/** Header and tabs of "Working time": one page with tabs for shifts, holidays, overtime, work centers and pools. */
export function WorkingTimeFrame({
  current,
  actions,
  children,
}: {
  current: ShiftsTab | 'holidays'
  actions?: ReactNode
  children: ReactNode
}) {
  const zone = useQuery({ ...tenantSettingsQuery(), select: ({ timeZone }) => timeZone }).data
  const { data: categories } = useQuery(categoriesQuery())
  const counts = {
    shifts: useQuery(shiftsQuery()).data?.length,
    holidays: useQuery(holidaysQuery()).data?.length,
    exceptions: useQuery(exceptionsQuery()).data?.length,
    'work-centers': categories?.filter(isWorkCenter).length,
    people: categories?.filter((category) => !isWorkCenter(category)).length,
  }
  return (
    <>
      <PageHead
        title="Working time"
        meta={zone}
        actions={
          <>
            <PrintMenu />
            {actions}
          </>
        }
      />
      <TabStrip label="Working time" className="px-5 max-md:px-4">
        {tabs.map(({ key, label, to, search }) => (
          <Link
            key={key}
            to={to}
            search={search}
            className={tabClasses}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={key === current ? 'page' : undefined}
          >
            {label}
            {counts[key] !== undefined && <CountBadge count={counts[key]} />}
          </Link>
        ))}
      </TabStrip>
      <PlanOutdatedStrip />
      {!(current === 'shifts' && counts.shifts === 0) && <ShiftAssumption />}
      {children}
    </>
  )
}
