import { allowed, type Decision, refused } from '../access/decision.ts'
import { type Applicable, mayApply } from '../access/proposed-changes.ts'
import { type Actor, isAdminRole, may, type PlannerRights } from '../access/rights.ts'
import type { UndoRight } from './undoable.ts'

export interface UndoReader extends Actor {
  readonly userId: string
  readonly organization: PlannerRights
}

const ofAdmins = (actor: Actor): Decision =>
  isAdminRole(actor.role) ? allowed : refused('Only admins of this organization can undo this change.')

const both = (one: Decision, other: Decision): Decision => (one.ok ? other : one)

interface UndoneChange {
  readonly undoRight: UndoRight
  readonly userId: string
  /** The proposal that the change set applied, if any. */
  readonly applied?: Applicable | undefined
}

const byRight = ({ userId, organization, role, workCenterIds }: UndoReader, change: UndoneChange): Decision => {
  const actor = { role, workCenterIds }
  const changesWorkingTime = may(actor, 'enterExceptions', { organization })
  switch (change.undoRight) {
    case 'reporter':
      return may(actor, 'reportWork')
    case 'planner':
      return may(actor, 'planOperations')
    case 'projects':
      return may(actor, 'planProjects')
    case 'run':
      return may(actor, 'planWholeShop', { organization })
    case 'workingTime':
      return changesWorkingTime
    case 'projectsWithWorkingTime':
      return both(may(actor, 'planProjects'), changesWorkingTime)
    case 'runWithWorkingTime':
      return both(may(actor, 'planWholeShop', { organization }), changesWorkingTime)
    case 'author':
      return change.userId === userId ? may(actor, 'planProjects') : ofAdmins(actor)
    case 'authorWithRun':
      return change.userId === userId ? may(actor, 'planWholeShop', { organization }) : ofAdmins(actor)
    case 'admin':
      return ofAdmins(actor)
  }
}

/**
 * Whether a person may undo (or redo) a change set: only if they could make the changes by hand, or are the author. Undoing an applied
 * proposal requires the right to apply it. The work centers of its operations are checked during the undo.
 */
export const mayUndo = (reader: UndoReader, change: UndoneChange): Decision => {
  const decision = byRight(reader, change)
  if (decision.ok || !change.applied) return decision
  return mayApply(reader, change.applied, reader.organization).ok ? allowed : decision
}
