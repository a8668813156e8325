import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarRange } from 'lucide-react'
import type { LoadCell, LoadOperation } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { loadPercent } from '#domain/analytics/load-percent.ts'
import { loadCellQuery } from '#web/api/overview/analytics.queries.ts'
import { heatText } from '#web/components/load-heat/heat-step.ts'
import { backlogWords } from '#web/components/load-heat/load-words.ts'
import { weekName } from '#web/components/load-heat/week-name.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import type { DateSettings } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type LoadCellPanelProps = {
  cell: readonly [categoryId: string, week: string]
  name: string
  phase: ProjectPhase | undefined
  dates: DateSettings
  onClose: () => void
}

const Operations = ({ label, rows, total }: { label: string; rows: readonly LoadOperation[]; total: number }) => (
  <>
    <ul aria-label={label} className="border-line border-t">
      {rows.map((row) => (
        <li key={row.operationId} className="border-line not-first:border-t">
          <Link
            to="/projects/$projectId/operations/$operationId"
            params={{ projectId: row.projectId, operationId: row.operationId }}
            className="flex min-h-row items-center gap-2 px-4 py-1 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 grow truncate" title={row.projectName}>
              <span className="text-ink-3 tabular-nums">#{row.projectNumber}</span> {row.name}
            </span>
            <span className="shrink-0 tabular-nums">{formatHours(row.hours)}</span>
          </Link>
        </li>
      ))}
    </ul>
    {total > rows.length && (
      <p className="border-line border-t px-4 py-2 text-ink-3 text-label">
        The first {rows.length} of {formatCount(total, 'operation')}.
      </p>
    )}
  </>
)

/** '12 h planned, 24 h open until the end of the week; 8 h done so far'. */
const hoursSentence = ({ isCurrent, loadHours, openHours, doneHours }: LoadCell): string => {
  if (!isCurrent)
    return `${formatHours(loadHours)} ${doneHours > 0 ? 'done' : 'planned'}, ${formatHours(openHours)} open`
  const left = `${formatHours(loadHours)} planned, ${formatHours(openHours)} open until the end of the week`
  return doneHours > 0 ? `${left}; ${formatHours(doneHours)} done so far` : left
}

/**
 * Links to the operations of one cell of the load and of the backlog, most hours first. It has the height of the table
 * beside it and scrolls, so that a long list leaves no gap under the table.
 */
export function LoadCellPanel({ cell: [categoryId, week], name, phase, dates, onClose }: LoadCellPanelProps) {
  const query = useQuery(loadCellQuery({ categoryId, week, phase }))
  const beside = !useNarrow(1280)
  return (
    <div className={beside ? 'relative w-86 shrink-0' : undefined}>
      <Panel
        title={`${name}, week of ${weekName(week, dates)}`}
        actions={<CloseButton label="Close cell" onClose={onClose} />}
        className={beside ? 'absolute inset-0' : undefined}
      >
        <div className="min-h-0 grow overflow-y-auto">
          <Loaded query={query} skeleton={<SkeletonRows columns="1fr 40px" rows={6} label="Loading operations" />}>
            {(cell) => {
              const { loadHours, openHours, total, operations, backlogHours, backlogTotal, backlog } = cell
              const [percent, overHours] = [loadPercent(loadHours, openHours), loadHours - openHours]
              return (
                <>
                  <div className="px-4 py-3">
                    <p className="flex items-baseline gap-2">
                      <b className="text-figure-lg tabular-nums">
                        {percent === null ? 'Closed' : `${heatText(percent)} %`}
                      </b>
                      {overHours > 0.1 && <Mark kind="late">over by {formatHours(overHours)}</Mark>}
                    </p>
                    <p className="text-ink-3 text-label">{hoursSentence(cell)}</p>
                  </div>
                  {total === 0 ? (
                    <p className="border-line border-t px-4 py-6 text-center text-ink-3">Nothing is planned here.</p>
                  ) : (
                    <Operations label="Operations of this cell" rows={operations} total={total} />
                  )}
                  {backlogTotal > 0 && (
                    <section aria-label="Backlog">
                      <div className="border-line border-t px-4 py-3">
                        <h3 className="font-semibold first-letter:uppercase">{backlogWords(backlogHours)}</h3>
                        <p className="text-ink-3 text-label">
                          This work was planned for earlier and is not done yet. It does not count toward any week's
                          percentage.
                        </p>
                      </div>
                      <Operations label="Operations of the backlog" rows={backlog} total={backlogTotal} />
                    </section>
                  )}
                  <div className="border-line border-t px-4 py-3">
                    <Link to="/schedule" search={{ view: 'timeline' }} className={buttonClasses({ size: 'small' })}>
                      <CalendarRange />
                      Show in Schedule
                    </Link>
                  </div>
                </>
              )
            }}
          </Loaded>
        </div>
      </Panel>
    </div>
  )
}
