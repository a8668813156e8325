import { may, mayEnterExceptions, type PlannerRights, type Role } from '../access/permissions.ts'
import type { UndoRight } from './undoable.ts'

/** Whether a user may undo (or redo) a change set: never more than they, or its author, could do by hand. */
export const mayUndo = (
  { userId, role, rights }: { readonly userId: string; readonly role: Role; readonly rights: PlannerRights },
  change: { readonly undoRight: UndoRight; readonly userId: string },
): boolean =>
  change.undoRight === 'planner' ||
  (change.undoRight === 'workingTime' && mayEnterExceptions(role, rights).ok) ||
  (change.undoRight === 'author' && change.userId === userId) ||
  may(role, 'changeTenantSettings').ok
