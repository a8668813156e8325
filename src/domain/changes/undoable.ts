import type { HistoryEntity } from '#contract/history.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { actionOfLine } from '../access/written-change.ts'
import type { ChangeLine } from './change-line.ts'

/**
 * Records whose changes can be undone, with referenced records before those that refer to them. They are recreated in
 * this order and removed in reverse. Users, access rights and sessions are excluded on purpose.
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
  'workInterval',
  'floorReport',
  'schedulingRun',
] as const satisfies readonly HistoryEntity[]
export type UndoableEntity = (typeof undoableEntities)[number]

const isUndoableEntity = (entity: HistoryEntity): entity is UndoableEntity =>
  (undoableEntities as readonly HistoryEntity[]).includes(entity)

/** For a run, only the switch of the plan counts; a cancelled or failed run changed nothing. */
const changesPlan = ({ changes }: ChangeLine): boolean =>
  changes.some(({ field, to }) => field === 'revertedAt' || (field === 'status' && to === 'Succeeded')) &&
  !changes.some(({ field, to }) => field === 'changedOperations' && to === 0)

/** Whether a history line can be undone. */
export const isUndoable = (line: ChangeLine): boolean =>
  isUndoableEntity(line.entity) && (line.entity !== 'schedulingRun' || changesPlan(line))

/** Whether a line applies or replaces a plan that moved more than one project. */
const switchesWholeShop = ({ entity, projectId, changes }: ChangeLine): boolean =>
  entity === 'schedulingRun' && !projectId && !changes.some(({ field, to }) => field === 'ofOneProject' && to === true)

/**
 * Who may undo a change set; everyone on the list could make its changes by hand.
 * - `reporter`: may report work.
 * - `projects`: planners of all work centers.
 * - `run`: may apply a plan for the whole shop.
 * - `...WithWorkingTime`: may also enter exceptions.
 * - `workingTime`: planners, unless the organization reserves overtime, downtime and capacity for its admins.
 * - `author`: the author of a new project or an admin, because undoing it deletes the project.
 * - `authorWithRun`: the same, if other projects were moved for it.
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
