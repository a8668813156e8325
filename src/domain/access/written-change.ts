import type { Action } from '#contract/actions.ts'
import type { HistoryEntity } from '#contract/history.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import type { ChangeLine } from '../changes/change-line.ts'
import { allowed, type Decision } from './decision.ts'
import { type Actor, may } from './rights.ts'

/** Fields that a progress report changes. Reporting hours left may also increase the duration. */
const reported: ReadonlySet<string> = new Set([
  'status',
  'progressPercentage',
  'originalHours',
  'actualStartDate',
  'actualEndDate',
  'onHold',
  'holdReason',
  'notes',
])

/** Tolerance for rounding errors of hours left. */
const noise = 1e-6
const shortens = ({ from, to }: ChangeLine['changes'][number]): boolean =>
  typeof from === 'number' && typeof to === 'number' && from - to > noise

const isReport = ({ action, changes }: ChangeLine, source: HistorySource): boolean => {
  const isOfHoursLeft = (change: (typeof changes)[number]): boolean =>
    change.field === 'durationHours' && (source === 'undo' || !shortens(change))
  // A longer duration replaces its parts.
  const isOfParts = ({ field, to }: (typeof changes)[number]): boolean =>
    (field === 'setupHours' || field === 'hoursPerPiece') &&
    (source === 'undo' || to === null) &&
    changes.some((change) => change.field === 'durationHours')
  return (
    action === 'update' &&
    changes.every((change) => reported.has(change.field) || isOfHoursLeft(change) || isOfParts(change))
  )
}

/**
 * The action that a change of each kind of record corresponds to. Null means that no right decides: members change
 * their own views, and the user services check their own rules.
 */
const actionsOf: Readonly<Record<HistoryEntity, (line: ChangeLine, source: HistorySource) => Action | null>> = {
  operation: (line, source) => (isReport(line, source) ? 'reportWork' : 'planOperations'),
  operationSnooze: () => 'planOperations',
  // Reports make intervals. Only planners correct them.
  workInterval: ({ changes }) =>
    changes.some(({ field, from, to }) => field === 'corrected' && (from === true || to === true))
      ? 'planOperations'
      : 'reportWork',
  // Undoing the creation of a project deletes it. `may-undo.ts` decides whether its author may do that.
  floorReport: () => 'reportWork',
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

/** The action that a history line corresponds to; null if no right decides. */
export const actionOfLine = (line: ChangeLine, source: HistorySource): Action | null =>
  actionsOf[line.entity](line, source)

/** The work centers that a line names itself; null if it changes none, or concerns another kind of record. */
export const centersInLine = ({ entity, action, changes }: ChangeLine): readonly (string | null)[] | null => {
  if (entity !== 'operation' && entity !== 'calendarException') return null
  const found = changes.find(({ field }) => field === 'categoryId')
  if (!found) return action === 'update' ? null : [null]
  const id = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  if (action === 'create') return [id(found.to)]
  return action === 'delete' ? [id(found.from)] : [id(found.from), id(found.to)]
}

/** Whether a person may make a change, given the work centers it affects. */
export const mayWrite = (
  actor: Actor,
  line: ChangeLine,
  { source, workCenterIds }: { readonly source: HistorySource; readonly workCenterIds: readonly (string | null)[] },
): Decision => {
  const action = actionOfLine(line, source)
  return action === null ? allowed : may(actor, action, { workCenterIds })
}
