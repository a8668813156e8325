import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { Operation } from '#contract/operations.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { lagAfter, lagText, shareText, successorsOf } from '#web/components/operation-marks/dependency-text.ts'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTableScene } from '../table-scene.ts'

type LinksProps = {
  title: string
  none: string
  operations: readonly Operation[]
  /** The lag between the two operations; null if none. */
  lagOf: (other: Operation) => string | null
  /** How far the earlier operation must be done; null if it must have finished. */
  shareOf: (other: Operation) => string | null
  onClose: () => void
}

function Links({ title, none, operations, lagOf, shareOf, onClose }: LinksProps) {
  const { dates, nowMs } = useTableScene()
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-label">{title}</h3>
      {operations.length === 0 && <p className="text-ink-2">{none}</p>}
      <ul className="divide-y divide-line">
        {operations.map((operation) => {
          const { projectId, operationId, scheduledEndDate } = operation
          const lag = lagOf(operation)
          const share = shareOf(operation)
          return (
            <li key={operationId} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
              <Link
                to="/projects/$projectId/operations/$operationId"
                params={{ projectId, operationId }}
                onClick={onClose}
                className="min-w-0 grow truncate text-primary-text hover:underline"
              >
                {operation.name || 'Unnamed Operation'}
              </Link>
              {share && <span className="text-ink-3 text-label">{share}</span>}
              {lag && <span className="text-ink-3 text-label">wait {lag}</span>}
              <span className="text-ink-2 tabular-nums">{formatShortDateTime(scheduledEndDate, dates, nowMs)}</span>
              <OperationMark operation={operation} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The predecessors and successors of an operation, with the state of each. */
export function DependenciesDialog({ row, onClose }: { row: OperationListRow; onClose: () => void }) {
  const all = useQuery(projectOperationsQuery(row.projectId))
  return (
    <Dialog
      open
      title="Dependencies"
      description={`#${row.projectNumber} ${row.name}`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={all}>
        {(operations) => {
          const before = new Map(
            row.predecessors.map(({ operationId, lagHours, lagUnit, maxLagHours }) => [
              operationId,
              lagText(lagHours, lagUnit, maxLagHours),
            ]),
          )
          const shares = new Map(row.predecessors.map((link) => [link.operationId, link.overlapPercent]))
          const waitsFor = operations.filter(({ operationId }) => before.has(operationId))
          return (
            <div className="flex flex-col gap-4">
              <Links
                onClose={onClose}
                title="Waits for"
                none="It waits for nothing."
                operations={waitsFor}
                lagOf={({ operationId }) => before.get(operationId) ?? null}
                shareOf={({ operationId }) => shareText(shares.get(operationId))}
              />
              <Links
                onClose={onClose}
                title="Holds up"
                none="Nothing waits for it."
                operations={successorsOf(row.operationId, operations)}
                lagOf={(follower) => lagAfter(follower, row.operationId)}
                shareOf={(follower) => shareText(follower.dependencyOverlapPercent[row.operationId])}
              />
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
