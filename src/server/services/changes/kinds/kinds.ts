import type { UndoableEntity } from '#domain/changes/undoable.ts'
import type { Kind } from './kind.ts'
import { operationKind } from './operation-kind.ts'
import { organisationKind } from './organisation-kind.ts'
import { projectKind } from './project-kind.ts'
import { snoozeKind } from './snooze-kind.ts'
import {
  calendarExceptionKind,
  categoryKind,
  holidayKind,
  holidayTemplateKind,
  shiftKind,
} from './working-time-kinds.ts'

/** Everything an undo can put back, except the plan of a run, which goes back through the run. */
export const kinds: Readonly<Record<Exclude<UndoableEntity, 'schedulingRun'>, Kind>> = {
  shift: shiftKind,
  category: categoryKind,
  holidayTemplate: holidayTemplateKind,
  holiday: holidayKind,
  calendarException: calendarExceptionKind,
  organisation: organisationKind,
  project: projectKind,
  operation: operationKind,
  operationSnooze: snoozeKind,
}
