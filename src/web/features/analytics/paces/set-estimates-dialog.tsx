import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pace } from '#contract/analytics.ts'
import { hoursTimes } from '#domain/learned/at-learned-pace.ts'
import { bulkChangeMutation } from '#web/api/operations/bulk-operations.mutations.ts'
import { pacedOperationsQuery } from '#web/api/overview/analytics.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { doneWords } from '#web/components/operation-table/action-words.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatFactor } from '#web/lib/format-number.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

const shownRows = 100

export const allSetWords = 'Its open operations have these hours already, or have started'

type SetEstimatesDialogProps = { categoryId: string; name: string; pace: Pace; onClose: () => void }

/** Shows which estimates would change, and multiplies them with one change that can be undone. */
export function SetEstimatesDialog({ categoryId, name, pace, onClose }: SetEstimatesDialogProps) {
  const { basis, kind, factor } = pace
  const query = useQuery(pacedOperationsQuery({ categoryId, basis, factor, ...(kind !== null && { kind }) }))
  const bulk = useMutation(bulkChangeMutation(useQueryClient()))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const operations = query.data?.operations ?? []
  const save = async () => {
    const target = {
      operations: operations.map(({ operationId, version }) => ({ operationId, expectedVersion: version })),
    }
    const action = { kind: 'durationTimes', factor } as const
    const answer = await bulk.mutateAsync({ body: { target, action }, idempotencyKey }).catch(() => null)
    if (!answer) return
    const { changeId, changed, failures } = answer
    onClose()
    if (changed > 0)
      toast.success(doneWords(action, changed), {
        ...(changeId && {
          action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId }) },
        }),
      })
    const [first] = failures
    if (first) toast.info(`${formatCount(failures.length, 'estimate')} not changed: ${first.reason}`)
  }
  return (
    <ConfirmDialog
      open
      title={`Set the estimates of ${name} to ${formatFactor(factor)} ×`}
      confirmLabel={`Change ${formatCount(operations.length, 'estimate')}`}
      disabledReason={operations.length === 0 && allSetWords}
      busy={bulk.isPending}
      busyLabel="Changing…"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <p className="mb-3 text-ink-2">
        Open operations that have not started. Their original estimates are kept, and paces are learned from those: this
        pace stays, and it is not multiplied again.
      </p>
      <Loaded query={query} skeleton={<SkeletonRows columns="1fr 80px 80px" rows={4} label="Loading operations" />}>
        {({ operations: list, total }) => (
          <>
            <ul aria-label="Estimates" className="max-h-72 overflow-y-auto">
              {list
                .slice(0, shownRows)
                .map(({ operationId, name: operation, projectNumber, durationHours, estimateHours }) => (
                  <li key={operationId} className="flex gap-2">
                    <span className="min-w-0 grow truncate">
                      <span className="text-ink-3 tabular-nums">#{projectNumber}</span> {operation}
                    </span>
                    <span className="shrink-0 tabular-nums">
                      {formatHours(durationHours)} → {formatHours(hoursTimes(estimateHours, factor))}
                    </span>
                  </li>
                ))}
            </ul>
            {total > shownRows && <p className="text-ink-3">and {formatCount(total - shownRows, 'more operation')}</p>}
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
