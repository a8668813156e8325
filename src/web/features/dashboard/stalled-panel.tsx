import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/dashboard.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { daysUntil } from '#web/lib/format-relation.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { Panel } from '#web/ui/panel.tsx'

const row = 'flex min-h-row-compact items-center gap-2 px-3 py-0.5 hover:bg-hover focus-visible:-outline-offset-2'

const Words = ({ icon, number, name, days }: { icon: ReactNode; number: string; name: string; days: string }) => (
  <>
    {icon}
    <span className="min-w-0 max-w-140 grow truncate">
      <span className="text-ink-3 tabular-nums">#{number}</span> {name}
    </span>
    <span className="shrink-0 text-ink-2 tabular-nums">{days}</span>
  </>
)

/** Started operations without progress and projects on hold, the longest first. */
export const StalledPanel = ({
  dashboard: { stalled, held, figures },
  zone,
  nowMs,
}: {
  dashboard: Dashboard
  zone: string
  nowMs: number
}) => {
  const since = (instant: string | null) =>
    instant === null ? '' : formatDays(-(daysUntil(instant, zone, nowMs) ?? 0))
  return (
    <div id="stalled" className="min-w-0 scroll-mt-header">
      <Panel title="Stalled and on hold" meta={<CountBadge count={figures.stalled + figures.onHold} />}>
        {stalled.length + held.length === 0 && (
          <p className="px-3 py-6 text-center text-ink-3">All started work is moving.</p>
        )}
        {stalled.length > 0 && (
          <ul aria-label="Stalled operations" className="max-h-72 overflow-y-auto py-1">
            {stalled.map(({ operationId, projectId, projectNumber, name, since: at, progressPercentage }) => (
              <li key={operationId}>
                <Link
                  to="/projects/$projectId/operations/$operationId"
                  params={{ projectId, operationId }}
                  className={row}
                >
                  <Words
                    icon={<Hourglass aria-label="Stalled" className="size-4 shrink-0 text-ink-2" />}
                    number={projectNumber}
                    name={`${name}, ${Math.round(progressPercentage)} %`}
                    days={since(at)}
                  />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {held.length > 0 && (
          <ul aria-label="Projects on hold" className="max-h-72 overflow-y-auto border-line py-1 not-first:border-t">
            {held.map(({ projectId, projectNumber, projectName, since: at }) => (
              <li key={projectId}>
                <Link to="/projects/$projectId" params={{ projectId }} className={row}>
                  <Words
                    icon={<OnHoldIcon aria-label="On hold" className="size-4 shrink-0 text-hold-text" />}
                    number={projectNumber}
                    name={projectName}
                    days={since(at)}
                  />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
