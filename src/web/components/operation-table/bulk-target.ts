import { type BulkTarget, maxBulkRows } from '#contract/bulk-operations.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { type RowSelection, selectedCount, unseenVersion } from '#web/components/data-list/row-selection.ts'
import { filterOf } from './list-search.ts'

/** The target of a bulk action. */
export const targetOf = (selection: RowSelection, query: OperationQuery, total: number): BulkTarget =>
  selection.kind === 'all'
    ? { filter: filterOf(query), except: [...selection.except], expectedTotal: selectedCount(selection, total) }
    : {
        operations: [...selection.versions].map(([operationId, version]) => ({
          operationId,
          ...(version !== unseenVersion && { expectedVersion: version }),
        })),
      }

/** Why a selection is too large for one action; null if it is not. */
export const tooMany = (selection: RowSelection, total: number): string | null =>
  selectedCount(selection, total) > maxBulkRows || (selection.kind === 'all' && selection.except.size > maxBulkRows)
    ? `At most ${maxBulkRows.toLocaleString('en-US')} operations at once`
    : null
