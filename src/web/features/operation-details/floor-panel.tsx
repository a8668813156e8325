import { useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import type { FloorEntries, FloorEntry } from '#contract/workers.ts'
import { planRework } from '#domain/floor/plan-rework.ts'
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

/** '12 good, 1 scrap: Damaged', 'Paused: Break'. */
const entryWords = ({ kind, reason, ...pieces }: FloorEntry): string =>
  `${kind === 'pause' ? 'Paused' : pieceWords(pieces)}${reason === '' ? '' : `: ${reason}`}`

/** Opens a proposal with the hours of rework added to the hours left. */
function ReworkButton({ operation, hours, title }: { operation: Operation; hours: number; title: string }) {
  const { tryFirst, isBusy } = useTryFirst()
  const refusal = useRefusal('tryPlans')
  const { projectId, operationId, actualEndDate } = operation
  const decision = planRework({ ...operation, actualEndMs: actualEndDate ? Date.parse(actualEndDate) : null }, hours)
  const propose = async () => {
    if (!decision.ok) return
    const change = { kind: 'operation' as const, projectId, operationId, fields: decision.fields }
    await tryFirst({ changes: [change], method: 'keepSequence', title })
  }
  return (
    <Button
      size="small"
      icon={<ScanSearch />}
      busy={isBusy}
      busyLabel="Computing…"
      disabledReason={refusal ?? (!decision.ok && decision.reason)}
      onClick={() => void propose()}
    >
      Propose rework
    </Button>
  )
}

const reworkTitle = ({ name, quantity }: Operation, scrap: number): string =>
  `${formatNumber(scrap)}${quantity === null ? '' : ` of ${formatNumber(quantity)}`} scrapped at ${name}`

type FloorPanelProps = { operation: Operation; dates: DateSettings; nowMs: number }

const Rework = ({
  operation,
  reports: { scrap, reworkHours },
}: Pick<FloorPanelProps, 'operation'> & { reports: FloorEntries }) => {
  if (scrap === 0 || reworkHours === null) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2">
      <p className="min-w-0 grow">
        Making {formatCount(scrap, 'piece')} again takes {formatHours(reworkHours)} by the estimate.
      </p>
      <ReworkButton operation={operation} hours={reworkHours} title={reworkTitle(operation, scrap)} />
    </div>
  )
}

/** Pieces and pauses that the shop floor reported, with an offer to plan the rework of scrap. Empty without reports. */
export function FloorPanel({ operation, dates, nowMs }: FloorPanelProps) {
  const { data: reports } = useQuery(floorEntriesQuery(operation.projectId, operation.operationId))
  if (!reports || reports.entries.length === 0) return null
  return (
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
  )
}
