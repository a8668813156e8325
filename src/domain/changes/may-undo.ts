import { type Actor, may, type PlannerRights } from '../access/rights.ts'
import type { UndoRight } from './undoable.ts'

interface Reader extends Actor {
  readonly userId: string
  readonly organization: PlannerRights
}

/**
 * Whether a person may undo (or redo) a change set: never more than they, or its author, could do by hand. The work centers of
 * its operations are checked when it is undone.
 */
export const mayUndo = (
  { userId, organization, ...actor }: Reader,
  change: { readonly undoRight: UndoRight; readonly userId: string },
): boolean => {
  switch (change.undoRight) {
    case 'reporter':
      return may(actor, 'reportWork').ok
    case 'planner':
      return may(actor, 'planOperations').ok
    case 'projects':
      return may(actor, 'planProjects').ok
    case 'run':
      return may(actor, 'planWholeShop', { organization }).ok
    case 'workingTime':
      return may(actor, 'enterExceptions', { organization }).ok
    case 'author':
      return may(actor, 'planProjects').ok && (change.userId === userId || may(actor, 'deleteProject').ok)
    case 'admin':
      return may(actor, 'changeTenantSettings').ok
  }
}
