import { type BulkTarget, maxBulkRows } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationQuery } from '#web/api/operation-lists.queries.ts'
import { filterOf } from './list-search.ts'

type Picked = Pick<OperationListRow, 'operationId' | 'version'>

/** Of a row that was chosen without being seen. */
export const unseenVersion = -1

/** Rows chosen one by one, by their ids and the versions seen; or all that match, except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly versions: ReadonlyMap<string, number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const nothingSelected: RowSelection = { kind: 'some', versions: new Map() }
export const allSelected: RowSelection = { kind: 'all', except: new Set() }

export const isSelected = (selection: RowSelection, operationId: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(operationId) : selection.versions.has(operationId)

/** How many rows are selected of `total` that match. */
export const selectedCount = (selection: RowSelection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.versions.size

/** Selects rows, or takes them out of the selection. */
export function withRows(selection: RowSelection, rows: readonly Picked[], selected: boolean): RowSelection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    for (const { operationId } of rows) selected ? except.delete(operationId) : except.add(operationId)
    return { kind: 'all', except }
  }
  const versions = new Map(selection.versions)
  for (const { operationId, version } of rows) {
    if (selected) versions.set(operationId, version)
    else versions.delete(operationId)
  }
  return { kind: 'some', versions }
}

/** What a bulk action is sent for. */
export const targetOf = (selection: RowSelection, query: OperationQuery, total: number): BulkTarget =>
  selection.kind === 'all'
    ? { filter: filterOf(query), except: [...selection.except], expectedTotal: selectedCount(selection, total) }
    : {
        operations: [...selection.versions].map(([operationId, version]) => ({
          operationId,
          ...(version !== unseenVersion && { expectedVersion: version }),
        })),
      }

/** Why a selection is too much for one action; null when it is not. */
export const tooMany = (selection: RowSelection, total: number): string | null =>
  selectedCount(selection, total) > maxBulkRows || (selection.kind === 'all' && selection.except.size > maxBulkRows)
    ? `At most ${maxBulkRows.toLocaleString('en-US')} operations at once`
    : null
