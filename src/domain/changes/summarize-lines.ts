import type { HistoryAction, HistoryEntity } from '#contract/history.ts'
import type { ChangeLine } from './change-line.ts'
import { isUndoable } from './undoable.ts'

export interface LineSummary {
  readonly entity: HistoryEntity
  readonly action: HistoryAction
  readonly count: number
  /** Id of the record, if there is only one; its name follows if the lines contain it. */
  readonly entityId: string | null
  readonly name: string | null
  /** Number of the project, if there is only one and its lines contain it. */
  readonly projectNumber?: string | null
  /** The project, if all lines belong to one. */
  readonly projectId: string | null
  readonly fields: string[]
}

/** Kinds of records, ordered so that a kind whose change causes changes to others comes first. */
const mainFirst: readonly HistoryEntity[] = [
  'schedulingRun',
  'project',
  'category',
  'shift',
  'organisation',
  'holidayTemplate',
  'holiday',
  'calendarException',
  'operation',
  'operationSnooze',
  'workInterval',
  'floorReport',
]
const actionsFirst: readonly HistoryAction[] = ['delete', 'create', 'update']
const nameFields: readonly string[] = ['projectName', 'name']
/** Fields that history stores only to restore a record. Readers do not see them. */
export const unreadFields: ReadonlySet<string> = new Set(['placement', 'version', 'createdAt'])
const mostFields = 12

const wordIn = ({ changes }: ChangeLine, fields: readonly string[]): string | null => {
  const found = changes.find(({ field }) => fields.includes(field))
  const value = found?.to ?? found?.from
  return typeof value === 'string' ? value : null
}

const only = <T>(values: readonly T[]): T | null => {
  const distinct = new Set(values)
  return distinct.size === 1 ? (values[0] ?? null) : null
}

/** Summarizes a change set by its main records; null if nothing in it can be undone. */
export const summarizeLines = (all: readonly ChangeLine[]): LineSummary | null => {
  const lines = all.filter(isUndoable)
  const entity = mainFirst.find((candidate) => lines.some((line) => line.entity === candidate))
  const main = lines.filter((line) => line.entity === entity)
  const action = actionsFirst.find((candidate) => main.some((line) => line.action === candidate))
  if (!entity || !action) return null
  const chosen = main.filter((line) => line.action === action)
  const ids = new Set(chosen.map(({ entityId }) => entityId))
  const fields = new Set(
    chosen.flatMap(({ changes }) => changes.map(({ field }) => field).filter((field) => !unreadFields.has(field))),
  )
  return {
    entity,
    action,
    count: ids.size,
    entityId: only([...ids]),
    name: ids.size === 1 && chosen[0] ? wordIn(chosen[0], nameFields) : null,
    projectNumber: ids.size === 1 && chosen[0] ? wordIn(chosen[0], ['projectNumber']) : null,
    projectId: only(chosen.map(({ projectId }) => projectId ?? null)),
    fields: action === 'update' ? [...fields].slice(0, mostFields) : [],
  }
}
