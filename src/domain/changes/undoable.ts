import type { HistoryEntity } from '#contract/history.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { actionOfLine } from '../access/written-change.ts'
import type { ChangeLine } from './change-line.ts'

/**
 * Records whose changes can be undone; records to which others refer come first. They are created again in this order and
 * removed in the opposite one. Users, access rights and sessions are not among them and never will be.
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

const isUndoableEntity = (entity: HistoryEntity): entity is UndoableEntity =>
  (undoableEntities as readonly HistoryEntity[]).includes(entity)

/** For a run only that its plan came into force or was replaced; a cancelled or failed run changed nothing. */
const changesPlan = ({ changes }: ChangeLine): boolean =>
  changes.some(({ field, to }) => field === 'revertedAt' || (field === 'status' && to === 'Succeeded')) &&
  !changes.some(({ field, to }) => field === 'changedOperations' && to === 0)

/** Whether an undo can reverse a line. */
export const isUndoable = (line: ChangeLine): boolean =>
  isUndoableEntity(line.entity) && (line.entity !== 'schedulingRun' || changesPlan(line))

/** Whether a line puts a plan in force, or replaces it, that moved more than one project. */
const switchesWholeShop = ({ entity, projectId, changes }: ChangeLine): boolean =>
  entity === 'schedulingRun' && !projectId && !changes.some(({ field, to }) => field === 'ofOneProject' && to === true)

/**
 * Who may undo a change set: who may make its changes. A report of work: who reports work. `projects`: planners of all work centers.
 * `run`: who puts a plan for the whole shop in force. `...WithWorkingTime`: who also enters exceptions. `author`: the author (or an
 * admin) of a new project, because its undo is a deletion. `authorWithRun`: the same where others made room for it. `workingTime`:
 * planners, unless the organization leaves overtime, downtime and capacity to its admins.
 */
export type UndoRight =
  | 'reporter'
  | 'planner'
  | 'projects'
  | 'run'
  | 'projectsWithWorkingTime'
  | 'runWithWorkingTime'
  | 'workingTime'
  | 'author'
  | 'authorWithRun'
  | 'admin'

const adminEntities: readonly HistoryEntity[] = ['shift', 'category', 'holidayTemplate', 'holiday', 'organisation']

export const undoRightOf = (lines: readonly ChangeLine[], source: HistorySource): UndoRight => {
  if (
    lines.some(({ entity, action }) => adminEntities.includes(entity) || (entity === 'project' && action === 'delete'))
  )
    return 'admin'
  const createsProject = lines.some(({ entity, action }) => entity === 'project' && action === 'create')
  const changesWorkingTime = lines.some(({ entity }) => entity === 'calendarException')
  if (createsProject && changesWorkingTime) return 'admin'
  if (createsProject) return lines.some(switchesWholeShop) ? 'authorWithRun' : 'author'
  if (lines.some(switchesWholeShop)) return changesWorkingTime ? 'runWithWorkingTime' : 'run'
  if (lines.some(({ entity }) => entity === 'project' || entity === 'schedulingRun')) {
    return changesWorkingTime ? 'projectsWithWorkingTime' : 'projects'
  }
  if (changesWorkingTime) return 'workingTime'
  return lines.every((line) => actionOfLine(line, source) === 'reportWork') ? 'reporter' : 'planner'
}
