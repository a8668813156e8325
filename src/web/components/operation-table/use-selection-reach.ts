import { useQuery } from '@tanstack/react-query'
import type { BulkTarget, OwnOperations } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { isLimited } from '#domain/access/may-all.ts'
import type { Actor } from '#domain/access/rights.ts'
import { ownOperationsQuery } from '#web/api/operations/bulk-operations.mutations.ts'
import type { RowSelection } from '#web/components/data-list/row-selection.ts'
import { useActor } from '#web/stores/actor.ts'
import { operationRefusal } from '#web/stores/operation-refusal.ts'

type Rows = ReadonlyMap<number, OperationListRow>

type SelectionReachInput = {
  selection: RowSelection
  /** The rows that are in the browser, by their offsets. */
  rows: Rows
  target: BulkTarget
  /** False if nothing is selected or more than one action accepts; then no request is sent. */
  isAsked: boolean
}

/** The result for rows that are all in the browser; null if some are not. */
const reachOfShown = (actor: Actor, selected: ReadonlyMap<string, unknown>, rows: Rows): OwnOperations | null => {
  const shown = [...rows.values()].filter(({ operationId }) => selected.has(operationId))
  if (shown.length < selected.size) return null
  const own = shown.filter((row) => operationRefusal(actor, 'reportWork', row) === null)
  return { total: shown.length, operationIds: own.map(({ operationId }) => operationId) }
}

/**
 * Which of the selected operations are at the reader's work centers; null if all of them are, or it is not known yet.
 * The server knows the work centers of rows that were selected without being shown.
 */
export function useSelectionReach({ selection, rows, target, isAsked }: SelectionReachInput): OwnOperations | null {
  const actor = useActor()
  const limited = isAsked && isLimited(actor, 'reportWork')
  const shown = limited && selection.kind === 'some' ? reachOfShown(actor, selection.versions, rows) : null
  const asked = useQuery({ ...ownOperationsQuery(target), enabled: limited && shown === null }).data
  const reach = limited ? (shown ?? asked ?? null) : null
  return reach && reach.operationIds.length < reach.total ? reach : null
}
