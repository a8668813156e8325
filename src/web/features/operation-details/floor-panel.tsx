import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Operation } from '#contract/operations.ts'
import type { FloorEntries, FloorEntry } from '#contract/workers.ts'
import { planRework } from '#domain/floor/plan-rework.ts'
import { floorReportsAnchor } from '#domain/notifications/notification-actions.ts'
import { floorEntriesQuery } from '#web/api/floor/floor-entries.queries.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

const pieceWords = ({ good, scrap }: { readonly good: number; readonly scrap: number }, of: number | null = null) =>
  [
    `${formatNumber(good)}${of === null ? '' : ` of ${formatNumber(of)}`} good`,
    scrap > 0 ? `${formatNumber(scrap)} scrap` : '',
  ]
    .filter(Boolean)
    .join(', ')

const kindWords: Record<FloorEntry['kind'], (pieces: Pick<FloorEntry, 'good' | 'scrap' | 'reworked'>) => string> = {
  pieces: (pieces) => pieceWords(pieces),
  pause: () => 'Paused',
  rework: ({ reworked }) => `Rework of ${formatCount(reworked, 'piece')} planned`,
}

/** '12 good, 1 scrap: Damaged', 'Paused: Break', 'Rework of 1 piece planned'. */
const entryWords = ({ kind, reason, ...pieces }: FloorEntry): string =>
  `${kindWords[kind](pieces)}${reason === '' ? '' : `: ${reason}`}`

const scrapTitle = ({ name, quantity }: Operation, scrap: number): string =>
  `${formatNumber(scrap)}${quantity === null ? '' : ` of ${formatNumber(quantity)}`} scrapped at ${name}`

interface Uncovered {
  readonly pieces: number
  readonly hours: number
}

/** Opens a proposal with the hours to make the pieces again added to the hours left. */
function ReworkButton({ operation, pieces, hours }: Uncovered & { operation: Operation }) {
  const { tryFirst, isBusy } = useTryFirst()
  const refusal = useRefusal('tryPlans')
  const { projectId, operationId, actualEndDate } = operation
  const decision = planRework({ ...operation, actualEndMs: actualEndDate ? Date.parse(actualEndDate) : null }, hours)
  const change = { kind: 'rework' as const, projectId, operationId, pieces }
  return (
    <Button
      size="small"
      icon={<ScanSearch />}
      busy={isBusy}
      busyLabel="Computing…"
      disabledReason={refusal ?? (!decision.ok && decision.reason)}
      onClick={() => void tryFirst({ changes: [change], method: 'keepSequence', title: scrapTitle(operation, pieces) })}
    >
      Propose rework
    </Button>
  )
}

const reworkLine = 'flex flex-wrap items-center gap-2 border-line border-t px-3 py-2'

type FloorPanelProps = { operation: Operation; dates: DateSettings; nowMs: number }

/** The rework of scrap: what is planned, what open proposals contain, and an offer for the pieces that nothing covers yet. */
const Rework = ({
  operation,
  reports: { reworked, reworkProposals, reworkLeft, reworkHours },
}: Pick<FloorPanelProps, 'operation'> & { reports: FloorEntries }) => (
  <>
    {reworkLeft > 0 && reworkHours !== null && (
      <div className={reworkLine}>
        <p className="min-w-0 grow">
          Making {formatCount(reworkLeft, 'piece')} again takes {formatHours(reworkHours)} by the estimate.
        </p>
        <ReworkButton operation={operation} pieces={reworkLeft} hours={reworkHours} />
      </div>
    )}
    {reworkProposals.map(({ proposalId, pieces }) => (
      <div key={proposalId} className={reworkLine}>
        <p className="min-w-0 grow">The rework of {formatCount(pieces, 'piece')} is proposed.</p>
        <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-primary-text underline">
          Open proposal
        </Link>
      </div>
    ))}
    {reworked > 0 && <p className={reworkLine}>The rework of {formatCount(reworked, 'piece')} is in the plan.</p>}
  </>
)

/** Moves to the panel when the address names it, as the link of a notification about scrap does. */
const useAnchor = () => {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const anchor = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash !== floorReportsAnchor) return
    anchor.current?.scrollIntoView({ block: 'center' })
    anchor.current?.focus({ preventScroll: true })
  }, [hash])
  return anchor
}

function Reports({ operation, dates, nowMs, reports }: FloorPanelProps & { reports: FloorEntries }) {
  const anchor = useAnchor()
  return (
    <div ref={anchor} tabIndex={-1} className="min-w-0">
      <Panel title="Reports from the floor">
        {reports.good + reports.scrap > 0 && (
          <p className="px-3 py-2 font-semibold">{pieceWords(reports, operation.quantity)}</p>
        )}
        <Rework operation={operation} reports={reports} />
        <ul aria-label="Reports from the floor">
          {reports.entries.map((entry) => (
            <li key={entry.reportId} className="border-line border-t px-3 py-2">
              <span className="wrap-anywhere">{entryWords(entry)}</span>
              <p className="text-ink-2 text-label">
                {[formatShortDateTime(entry.at, dates, nowMs), entry.workerName, entry.reportedBy]
                  .filter((words, i, all) => words !== '' && all.indexOf(words) === i)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Pieces and pauses that the shop floor reported, with an offer to plan the rework of scrap. Empty without reports. */
export function FloorPanel(props: FloorPanelProps) {
  const { projectId, operationId } = props.operation
  const { data: reports } = useQuery(floorEntriesQuery(projectId, operationId))
  if (!reports || reports.entries.length === 0) return null
  return <Reports {...props} reports={reports} />
}
