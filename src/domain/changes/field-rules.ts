import { type OperationField, operationFieldNames, operationFields } from '../operations/fields.ts'
import type { FieldRules, RecordFields } from './reverse-change.ts'
import type { UndoableEntity } from './undoable.ts'

const inOrder = (first: unknown, last: unknown): boolean =>
  typeof first !== 'string' || typeof last !== 'string' || first <= last

/** Invariants that hold after every `applyOperationChange`. */
const operationAgrees = ({ status, progressPercentage, onHold, actualStartDate, actualEndDate }: RecordFields) => {
  const completed = Number(progressPercentage) >= 100
  const expected = completed ? 'Completed' : onHold ? 'On Hold' : actualStartDate ? 'In Progress' : 'Pending'
  return (
    status === expected &&
    completed === (actualEndDate !== null) &&
    (Number(progressPercentage) === 0 || actualStartDate !== null) &&
    inOrder(actualStartDate, actualEndDate)
  )
}

const undoneWith = (group: OperationField['undoneWith']): readonly string[] =>
  operationFieldNames.filter((name) => operationFields[name].undoneWith === group)

const plain: FieldRules = { groups: [], followers: new Set() }

/** Which fields of a record are restored together. ISO texts of one zone compare as the instants they name. */
export const fieldRules: Readonly<Record<UndoableEntity, FieldRules>> = {
  shift: plain,
  category: {
    groups: [
      {
        fields: ['capacity', 'changeovers'],
        agrees: ({ capacity, changeovers }) =>
          capacity === 1 || !Array.isArray(changeovers) || changeovers.length === 0,
      },
    ],
    followers: new Set(),
  },
  holidayTemplate: plain,
  organisation: plain,
  schedulingRun: plain,
  operationSnooze: plain,
  floorReport: plain,
  workInterval: {
    groups: [
      {
        fields: ['startedAt', 'endedAt', 'workedHours', 'categoryId'],
        agrees: ({ startedAt, endedAt }) => endedAt === null || (inOrder(startedAt, endedAt) && startedAt !== endedAt),
      },
      { fields: ['workerId', 'userId', 'workerName'] },
    ],
    followers: new Set(['workedHours', 'corrected']),
  },
  holiday: {
    groups: [
      { fields: ['date', 'rule'] },
      {
        fields: ['fromMinute', 'toMinute'],
        agrees: ({ fromMinute, toMinute }) =>
          (fromMinute === null) === (toMinute === null) &&
          (fromMinute === null || Number(fromMinute) < Number(toMinute)),
      },
    ],
    followers: new Set(),
  },
  calendarException: {
    groups: [{ fields: ['startsAt', 'endsAt'], agrees: ({ startsAt, endsAt }) => inOrder(startsAt, endsAt) }],
    followers: new Set(),
  },
  project: {
    groups: [
      {
        fields: ['status', 'currentPhase', 'actualShipDate'],
        agrees: ({ currentPhase, actualShipDate }) => currentPhase !== 'shipped' || actualShipDate !== null,
      },
    ],
    followers: new Set(),
  },
  operation: {
    groups: [
      { fields: undoneWith('work'), agrees: operationAgrees },
      {
        fields: undoneWith('dates'),
        agrees: ({ scheduledStartDate: start, scheduledEndDate: end, pinned }) =>
          inOrder(start, end) && (!pinned || (start !== null && end !== null)),
      },
      { fields: undoneWith('links') },
      { fields: undoneWith('material') },
      { fields: undoneWith('hours') },
    ],
    followers: new Set(['placement']),
  },
}
