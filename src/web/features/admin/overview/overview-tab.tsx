import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminOverview } from '#contract/admin.ts'
import { overviewQuery } from '#web/api/tenants/admin.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import type { OnAdminSearch } from '../admin-search.ts'
import { PeopleFigures } from './people-figures.tsx'

const megabyte = 1_048_576

/** '3 days', '5 hours', '12 minutes'. */
const uptimeWords = (seconds: number): string => {
  if (seconds >= 86_400) return formatCount(Math.floor(seconds / 86_400), 'day')
  if (seconds >= 3_600) return formatCount(Math.floor(seconds / 3_600), 'hour')
  return formatCount(Math.floor(seconds / 60), 'minute')
}

/** Time and size of the last backup; on PostgreSQL, how backups are made. */
const backupWords = (
  backup: AdminOverview['lastBackup'],
  engine: AdminOverview['health']['engine'],
  dates: DateSettings,
): string => {
  if (engine === 'postgres') return 'By the operator, with pg_dump'
  if (backup === null) return 'None yet'
  return `${formatShortDateTime(backup.at, dates, Date.now())}, ${formatNumber(backup.bytes / megabyte)} MB`
}

/** Terms and their values, one per line. */
const FactList = ({ children }: { children: ReactNode }) => <dl className="text-body">{children}</dl>

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 border-line px-3 py-1 not-first:border-t">
    <dt className="min-w-0 truncate text-ink-2">{term}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </div>
)

/** The layout of the panels while they load. */
const loading = (
  <div className="flex flex-col gap-4 p-5 max-md:p-4">
    <Skeleton className="h-10 w-full" />
    <div className="grid grid-cols-3 items-start gap-4 max-lg:grid-cols-1">
      {['Last sign-ins', 'Sizes', 'Health'].map((title) => (
        <Panel key={title} title={title}>
          <SkeletonRows columns="1fr 80px" rows={4} />
        </Panel>
      ))}
    </div>
  </div>
)

/** The state of the organization and of the installation. */
export function OverviewTab({ onSearchChange }: { onSearchChange: OnAdminSearch }) {
  const query = useQuery(overviewQuery())
  const dates = useDateSettings()
  return (
    <Loaded query={query} skeleton={loading}>
      {({ people, openRequests, lastSignIns, openSessions, sizes, lastBackup, health }) => (
        <div className="flex flex-col gap-4 p-5 max-md:p-4">
          <PeopleFigures
            people={people}
            openRequests={openRequests}
            openSessions={openSessions}
            onSearchChange={onSearchChange}
          />
          <div className="grid grid-cols-3 items-start gap-4 max-lg:grid-cols-1">
            <Panel title="Last sign-ins">
              <FactList>
                {lastSignIns.map(({ userId, name, at }) => (
                  <Fact key={userId} term={name}>
                    {formatShortDateTime(at, dates, Date.now())}
                  </Fact>
                ))}
                {lastSignIns.length === 0 && <Fact term="No sign-ins yet">—</Fact>}
              </FactList>
            </Panel>
            <Panel title="Sizes">
              <FactList>
                <Fact term="Projects">{formatNumber(sizes.projects)}</Fact>
                <Fact term="Operations">{formatNumber(sizes.operations)}</Fact>
                <Fact term="History entries">{formatNumber(sizes.historyEntries)}</Fact>
                <Fact term="Scheduling runs">{formatNumber(sizes.runs)}</Fact>
              </FactList>
            </Panel>
            <Panel title="Health">
              <FactList>
                <Fact term="State">
                  {health.ready ? <Mark kind="onTime">Ready</Mark> : <Mark kind="late">Not ready</Mark>}
                </Fact>
                <Fact term="Database">{health.engine === 'embedded' ? 'Embedded' : 'PostgreSQL'}</Fact>
                <Fact term="Schema">{health.schemaVersion}</Fact>
                <Fact term="Up for">{uptimeWords(health.uptimeSeconds)}</Fact>
                <Fact term="Last backup">{backupWords(lastBackup, health.engine, dates)}</Fact>
              </FactList>
            </Panel>
          </div>
        </div>
      )}
    </Loaded>
  )
}
