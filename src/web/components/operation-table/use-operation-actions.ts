import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkAction, BulkAnswer, BulkTarget, PlanBasis } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { actionOfList, type ListAction } from '#domain/access/list-actions.ts'
import { elsewhereWords, isLimited } from '#domain/access/may-all.ts'
import type { Actor } from '#domain/access/rights.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { bulkChangeMutation, snoozeMutation, unsnoozeMutation } from '#web/api/operations/bulk-operations.mutations.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { useScheduleSelected } from '#web/components/scheduling-run/use-start-run.ts'
import { requestUndo, undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { currentActor, refusalOf } from '#web/stores/actor.ts'
import { toast } from '#web/ui/toast.tsx'
import { doneWords } from './action-words.ts'

/** The subject of an action: one row, or all selected rows. */
export interface Subject {
  readonly target: BulkTarget
  readonly count: number
  /** '#1027 Weld braces' or '12 operations' */
  readonly title: string
  readonly row: OperationListRow | null
  /** How many of several operations are at work centers that the reader does not plan. */
  readonly elsewhere: number
}

export const rowSubject = (row: OperationListRow): Subject => ({
  target: { operations: [{ operationId: row.operationId, expectedVersion: row.version }] },
  count: 1,
  title: `#${row.projectNumber} ${row.name || 'Unnamed Operation'}`,
  row,
  elsewhere: 0,
})

/** Actions that first need a dialog. */
export type ActionDialogKind =
  | 'progress'
  | 'reschedule'
  | 'freeSlot'
  | 'notes'
  | 'dependencies'
  | 'priority'
  | 'phase'
  | 'snooze'
  | 'workCentre'
  | 'pool'
  | 'duration'
  | 'material'

/** Why a person may not perform this action on a list row; null if they may. */
export const listRefusal = (actor: Actor, kind: ListAction, { categoryId }: Pick<OperationListRow, 'categoryId'>) =>
  refusalOf(actor, actionOfList[kind], { workCenterIds: [categoryId] })

/** Why a person may not perform this action on several operations; null if they may. */
export const severalRefusal = (
  actor: Actor,
  kind: ListAction,
  { count, elsewhere }: Pick<Subject, 'count' | 'elsewhere'>,
) =>
  refusalOf(actor, actionOfList[kind]) ??
  (elsewhere > 0 && isLimited(actor, actionOfList[kind]) ? elsewhereWords(elsewhere, count) : null)

const subjectRefusal = (actor: Actor, kind: ListAction, subject: Subject): string | null =>
  subject.row ? listRefusal(actor, kind, subject.row) : severalRefusal(actor, kind, subject)

/** Whether it is refused; the reader is shown the reason. */
const isRefused = (kind: ListAction, subject: Subject): boolean => {
  const reason = subjectRefusal(currentActor(), kind, subject)
  if (reason !== null) toast.info(reason)
  return reason !== null
}

/** Actions on one or more operations: one request each, a toast with Undo, and a list of failures. */
export function useOperationActions(onDone: (answer: BulkAnswer, subject: Subject) => void) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<{ kind: ActionDialogKind; subject: Subject } | null>(null)
  // The dialog closes with the answer, before the lists are read again. A failure leaves the typed text in it and shows a toast.
  const closeDialog = () => setDialog(null)
  const bulk = useMutation({ ...bulkChangeMutation(client), onSuccess: closeDialog })
  const snoozing = useMutation({ ...snoozeMutation(client), onSuccess: closeDialog })
  const unsnoozing = useMutation(unsnoozeMutation(client))
  const scheduling = useScheduleSelected()
  const proposing = useTryFirst()
  const [failed, setFailed] = useState<BulkAnswer | null>(null)

  const takeBack = (changeId: string) => void requestUndo({ verb: 'undo', changeId })

  /** Resolves to true if it was done; a toast shows why not. `basis` identifies the preview that the reader has seen. */
  const run = async (subject: Subject, action: BulkAction, basis?: PlanBasis): Promise<boolean> => {
    if (isRefused(action.kind, subject)) return false
    const body = { target: subject.target, action, ...(basis && { basis }) }
    const isAgain = bulk.isError && sameValue(bulk.variables.body, body)
    const idempotencyKey = isAgain ? bulk.variables.idempotencyKey : crypto.randomUUID()
    const answer = await bulk.mutateAsync({ body, idempotencyKey }).catch(() => null)
    if (!answer) return false
    const { changeId, changed, failures } = answer
    if (changed > 0) {
      toast.success(doneWords(action, changed), {
        ...(changeId && { action: { label: 'Undo', onClick: () => takeBack(changeId) } }),
      })
    } else if (failures.length === 0) toast.info('Nothing changed: they already had this value')
    if (failures.length > 0) setFailed(answer)
    onDone(answer, subject)
    return true
  }

  /** Opens a proposal with the changes of the action. */
  const tryFirst = ({ target }: Subject, action: BulkAction) =>
    proposing.tryFirst({ changes: [{ kind: 'bulk', target, action }], method: 'keepSequence' })

  const announceDone = (words: string, answer: object, changed: number, subject: Subject) => {
    toast.success(words, undoAction(answer))
    onDone({ changeId: null, changed, unchanged: 0, failures: [], versions: [] }, subject)
  }
  const snooze = async (subject: Subject, untilDate: string, reason: string) => {
    if (isRefused('snooze', subject)) return
    const done = await snoozing.mutateAsync({ target: subject.target, untilDate, reason }).catch(() => null)
    if (done) announceDone(`${formatCount(done.length, 'operation')} snoozed`, done, done.length, subject)
  }
  /** Starts a run over the projects of the operations; its dialog shows the rest. */
  const schedule = ({ target }: Subject) => scheduling.mutate(target)
  const unsnooze = async (subject: Subject) => {
    if (isRefused('snooze', subject)) return
    const done = await unsnoozing.mutateAsync(subject.target).catch(() => null)
    if (done) announceDone(`${formatCount(done.ended, 'operation')} shown again`, done, done.ended, subject)
  }

  return {
    run,
    tryFirst,
    isTrying: proposing.isBusy,
    snooze,
    unsnooze,
    schedule,
    ask: (kind: ActionDialogKind, subject: Subject) => {
      if (!isRefused(kind, subject)) setDialog({ kind, subject })
    },
    dialog,
    closeDialog,
    failed,
    forgetFailed: () => setFailed(null),
    busy: bulk.isPending || snoozing.isPending || unsnoozing.isPending || scheduling.isPending,
  }
}
export type OperationActions = ReturnType<typeof useOperationActions>
