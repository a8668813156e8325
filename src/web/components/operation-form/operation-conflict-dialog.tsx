import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { RecordConflictDialog } from '#web/components/record-conflict/record-conflict-dialog.tsx'
import { fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ChangeOperation } from './use-operation-change.ts'

const compared = [
  'name',
  'categoryId',
  'durationHours',
  'sequence',
  'dependencies',
  'dependencyLagHours',
  'progressPercentage',
  'onHold',
  'pinned',
  'scheduledStartDate',
  'scheduledEndDate',
  'actualStartDate',
  'actualEndDate',
  'notes',
  'description',
] as const

/** What of `merged` differs from what is stored now; waits of dependencies that are gone are left out. */
export const fieldsOver = (theirs: Operation, merged: Operation): OperationInput => {
  const lags = Object.entries(merged.dependencyLagHours).filter(([id]) => merged.dependencies.includes(id))
  const wanted = { ...merged, dependencyLagHours: Object.fromEntries(lags) }
  const differing = compared.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(theirs[key]))
  return Object.fromEntries(differing.map((key) => [key, wanted[key]]))
}

type OperationConflictDialogProps = {
  operations: readonly Operation[]
  categories: readonly Category[]
  changing: ChangeOperation
  /** When nothing is left to decide: saved, or theirs taken. */
  onSettled?: () => void
}

/** Appears when an operation was saved by somebody else meanwhile: yours or theirs, field by field. */
export function OperationConflictDialog(props: OperationConflictDialogProps) {
  const { operations, categories, changing, onSettled } = props
  const { conflict, send, dismiss, isPending } = changing
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  if (!conflict) return null
  const names = new Map([
    ...operations.map(({ operationId, name }) => [operationId, name] as const),
    ...categories.map(({ categoryId, name }) => [categoryId, name] as const),
  ])
  const reader: HistoryReader = { dates, nowMs, names }
  const { base, mine, theirs } = conflict
  const yours = { ...base, ...mine } as Operation
  const finish = () => {
    dismiss()
    onSettled?.()
  }
  return (
    <RecordConflictDialog<Operation>
      key={theirs.version}
      subject={base.name}
      changedBy={theirs.modifiedBy}
      versions={{ base, yours, theirs }}
      fields={compared.map((key) => ({
        key,
        label: fieldWords(key, null, reader)?.label ?? key,
        format: (operation) => fieldWords(key, operation[key], reader)?.text ?? '—',
      }))}
      busy={isPending}
      onSave={(merged) => {
        const fields = fieldsOver(theirs, merged)
        if (Object.keys(fields).length === 0) return finish()
        send(theirs, fields).then(
          (saved) => {
            if (!saved) return
            toast.success(`${merged.name} saved`, undoAction(saved))
            onSettled?.()
          },
          (error) => void toast.error(errorSentence(error)),
        )
      }}
      onBack={dismiss}
      onTakeTheirs={finish}
    />
  )
}
