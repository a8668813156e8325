import type { Action } from '#contract/actions.ts'
import type { HistoryEntity } from '#contract/history.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import type { ChangeLine } from '../changes/change-line.ts'
import { allowed, type Decision } from './decision.ts'
import { type Actor, may } from './rights.ts'

/** What a report of work changes of an operation. Hours left may make its duration longer. */
const reported: ReadonlySet<string> = new Set([
  'status',
  'progressPercentage',
  'actualStartDate',
  'actualEndDate',
  'onHold',
  'holdReason',
  'notes',
])

/** Less than the noise of binary fractions, without which hours left are stored. */
const noise = 1e-6
const shortens = ({ from, to }: ChangeLine['changes'][number]): boolean =>
  typeof from === 'number' && typeof to === 'number' && from - to > noise

const isReport = ({ action, changes }: ChangeLine, source: HistorySource): boolean => {
  const isOfHoursLeft = (change: (typeof changes)[number]): boolean =>
    change.field === 'durationHours' && (source === 'undo' || !shortens(change))
  return action === 'update' && changes.every((change) => reported.has(change.field) || isOfHoursLeft(change))
}

/** What a change of a record is. Null = no right decides: members change their own views, and the services of people decide for themselves. */
const actionsOf: Readonly<Record<HistoryEntity, (line: ChangeLine, source: HistorySource) => Action | null>> = {
  operation: (line, source) => (isReport(line, source) ? 'reportWork' : 'planOperations'),
  operationSnooze: () => 'planOperations',
  // Undo of a new project deletes it: whether its author may is decided there.
  project: ({ action }, source) => (action === 'delete' && source !== 'undo' ? 'deleteProject' : 'planProjects'),
  calendarException: () => 'enterExceptions',
  category: () => 'manageCategories',
  shift: () => 'manageShifts',
  holiday: () => 'manageHolidays',
  holidayTemplate: () => 'manageHolidays',
  organisation: () => 'changeTenantSettings',
  routingTemplate: () => 'keepTemplates',
  schedulingRun: () => 'tryPlans',
  user: () => null,
  savedView: () => null,
  statusLink: () => 'shareStatus',
}

/** The action that a written line is; null = none that a right decides about. */
export const actionOfLine = (line: ChangeLine, source: HistorySource): Action | null =>
  actionsOf[line.entity](line, source)

/** The work centers that a line itself names; null = it leaves them as they are, or is about something else. */
export const centersInLine = ({ entity, action, changes }: ChangeLine): readonly (string | null)[] | null => {
  if (entity !== 'operation' && entity !== 'calendarException') return null
  const found = changes.find(({ field }) => field === 'categoryId')
  if (!found) return action === 'update' ? null : [null]
  const id = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  if (action === 'create') return [id(found.to)]
  return action === 'delete' ? [id(found.from)] : [id(found.from), id(found.to)]
}

/** Whether a person may make a written change, given the work centers that it concerns. */
export const mayWrite = (
  actor: Actor,
  line: ChangeLine,
  { source, workCenterIds }: { readonly source: HistorySource; readonly workCenterIds: readonly (string | null)[] },
): Decision => {
  const action = actionOfLine(line, source)
  return action === null ? allowed : may(actor, action, { workCenterIds })
}
