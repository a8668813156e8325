import type { HistoryAction } from '#contract/history.ts'
import type { ChangeLine } from './change-line.ts'
import type { UndoableEntity } from './undoable.ts'

/** The net effect of one change set on one record. */
export interface RecordChange {
  readonly entity: UndoableEntity
  readonly entityId: string
  readonly projectId: string | null
  readonly action: HistoryAction
  readonly changes: ReadonlyMap<string, { readonly from: unknown; readonly to: unknown }>
}

const mergedAction = (first: HistoryAction, last: HistoryAction): HistoryAction | null => {
  if (first === 'create') return last === 'delete' ? null : 'create'
  if (first === 'delete') return last === 'delete' ? 'delete' : 'update'
  return last === 'delete' ? 'delete' : 'update'
}

/**
 * Merges the lines of one change set, oldest first, into one change per record. Records that were both created and
 * deleted in it are left out.
 */
export const mergeLines = (lines: readonly ChangeLine[]): RecordChange[] =>
  [...Map.groupBy(lines, ({ entity, entityId }) => `${entity} ${entityId}`).values()].flatMap((ofRecord) => {
    const [first, last] = [ofRecord[0], ofRecord.at(-1)]
    const action = first && last && mergedAction(first.action, last.action)
    if (!action) return []
    const changes = new Map<string, { from: unknown; to: unknown }>()
    for (const line of ofRecord) {
      for (const { field, from, to } of line.changes) {
        changes.set(field, { from: changes.has(field) ? changes.get(field)?.from : from, to })
      }
    }
    return [
      {
        entity: first.entity as UndoableEntity,
        entityId: first.entityId,
        projectId: first.projectId ?? null,
        action,
        changes,
      },
    ]
  })
