import type { HistoryEntity } from '#contract/history.ts'
import type { ChangeLine } from './change-line.ts'

/**
 * Records whose changes can be taken back, those first that others refer to: in this order they are made again, in the
 * opposite one removed. Users, access rights and sessions are not among them and never will be.
 */
export const undoableEntities = [
  'shift',
  'category',
  'holidayTemplate',
  'holiday',
  'calendarException',
  'organisation',
  'project',
  'operation',
  'operationSnooze',
  'schedulingRun',
] as const satisfies readonly HistoryEntity[]
export type UndoableEntity = (typeof undoableEntities)[number]

export const isUndoableEntity = (entity: HistoryEntity): entity is UndoableEntity =>
  (undoableEntities as readonly HistoryEntity[]).includes(entity)

/** Of a run only that its plan came into force, or went out of it; that it was cancelled or failed changed nothing. */
const changesPlan = ({ changes }: ChangeLine): boolean =>
  changes.some(({ field, to }) => field === 'revertedAt' || (field === 'status' && to === 'Succeeded')) &&
  !changes.some(({ field, to }) => field === 'changedOperations' && to === 0)

/** Whether a line is one that an undo knows how to reverse. */
export const isUndoable = (line: ChangeLine): boolean =>
  isUndoableEntity(line.entity) && (line.entity !== 'schedulingRun' || changesPlan(line))

/**
 * Who may take a change set back: any planner what any planner may do; the author (or an admin) the making of a project,
 * which is a deletion; admins what only admins may do.
 */
export type UndoRight = 'planner' | 'author' | 'admin'

const adminEntities: readonly HistoryEntity[] = ['shift', 'category', 'holidayTemplate', 'holiday', 'organisation']

export const undoRightOf = (lines: readonly ChangeLine[]): UndoRight => {
  if (
    lines.some(({ entity, action }) => adminEntities.includes(entity) || (entity === 'project' && action === 'delete'))
  )
    return 'admin'
  return lines.some(({ entity, action }) => entity === 'project' && action === 'create') ? 'author' : 'planner'
}
