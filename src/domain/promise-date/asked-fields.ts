import { AskedDetails, type RoutingStep } from '#contract/promise-date.ts'
import { type OperationFieldName, operationFieldNames, operationFields } from '../operations/fields.ts'
import { keysOf } from '../record-of.ts'

/** The details of an operation that a question about new work may contain. */
export const askedDetails = keysOf(AskedDetails.shape)

/** Fields of an operation that new work does not have: its state, and its dates, which are the answer. */
const notAsked = {
  status: true,
  progressPercentage: true,
  originalHours: true,
  scheduledStartDate: true,
  scheduledEndDate: true,
  actualStartDate: true,
  actualEndDate: true,
  sequence: true,
  onHold: true,
  holdReason: true,
  pinned: true,
  notes: true,
  placement: true,
  externalId: true,
} as const satisfies Record<Exclude<OperationFieldName, keyof RoutingStep | 'dependencies'>, true>

/** A field of an operation that a question about new work contains. */
type AskedField = Exclude<OperationFieldName, keyof typeof notAsked>

/** The compiler asks for each new field of operations either here, as a part of `RoutingStep`, or in `notAsked`. */
const askedFields = operationFieldNames.filter((name): name is AskedField => !Object.hasOwn(notAsked, name))

/** Those with a column of their own in a table of new work. Texts of several lines have none. */
export const askedColumns = askedFields.filter((name) => {
  const { column, kind } = operationFields[name]
  return column !== undefined && kind !== 'text' && (name === 'dependencies' || column !== 'predecessors')
})
export type AskedColumn = (typeof askedColumns)[number]
