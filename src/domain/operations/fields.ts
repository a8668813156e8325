import type { ImportField } from '#contract/imports.ts'
import type { Operation } from '#contract/operations.ts'
import { keysOf } from '../record-of.ts'

/** Properties of an operation on the wire that are not its own fields: keys, version, and values computed from other records. */
type Derived =
  | 'projectId'
  | 'operationId'
  | 'startDate'
  | 'endDate'
  | 'dependsOnOperationId'
  | 'statusText'
  | 'outlook'
  | 'version'
  | 'createdAt'
  | 'modifiedAt'
  | 'modifiedBy'

/** The name of a field on the wire and in history. */
export type OperationFieldName = Exclude<keyof Operation, Derived> | 'externalId'

/**
 * How a value is written and read. A `line` and a `text` differ in length; a `day` is an instant of which people see
 * the day; link values are records by predecessor id. `reasons` have their own display.
 */
export type OperationFieldKind =
  | 'line'
  | 'text'
  | 'word'
  | 'number'
  | 'hours'
  | 'percent'
  | 'instant'
  | 'day'
  | 'yesNo'
  | 'center'
  | 'centers'
  | 'links'
  | 'linkHours'
  | 'linkShares'
  | 'linkUnits'
  | 'reasons'

export interface OperationField {
  readonly kind: OperationFieldKind
  /** Name on screens and in history. */
  readonly title: string
  /** Column in imports and exports; absent = not in files. */
  readonly column?: ImportField
  /** Header of that column, if it differs from the title. */
  readonly head?: string
  /** Whether scheduling ignores the field, so that a change does not make the last run outdated. */
  readonly isWordsOnly?: true
  /** Fields of one group are undone together, because a rule connects them. */
  readonly undoneWith?: 'work' | 'dates' | 'links' | 'material' | 'hours'
  /** Whether a change stores the sent value without further rules. */
  readonly isPlain?: true
  /** Whether it is a short text that lists show, export and search. */
  readonly isListed?: true
}

const table = {
  name: { kind: 'line', title: 'Name', column: 'operationName', head: 'Operation', isWordsOnly: true },
  description: {
    kind: 'text',
    title: 'Description',
    column: 'operationDescription',
    head: 'Operation description',
    isWordsOnly: true,
    isPlain: true,
  },
  partNumber: {
    kind: 'line',
    title: 'Part number',
    column: 'partNumber',
    head: 'Operation part number',
    isWordsOnly: true,
    isPlain: true,
    isListed: true,
  },
  status: { kind: 'word', title: 'Status', undoneWith: 'work' },
  progressPercentage: {
    kind: 'percent',
    title: 'Progress',
    column: 'progress',
    head: 'Progress %',
    undoneWith: 'work',
  },
  durationHours: { kind: 'hours', title: 'Duration', column: 'durationHours', head: 'Hours', undoneWith: 'hours' },
  scheduledStartDate: { kind: 'instant', title: 'Scheduled start', column: 'scheduledStart', undoneWith: 'dates' },
  scheduledEndDate: { kind: 'instant', title: 'Scheduled end', column: 'scheduledEnd', undoneWith: 'dates' },
  actualStartDate: { kind: 'instant', title: 'Actual start', column: 'actualStart', undoneWith: 'work' },
  actualEndDate: { kind: 'instant', title: 'Actual end', column: 'actualEnd', undoneWith: 'work' },
  categoryId: { kind: 'center', title: 'Work center', column: 'workCenter' },
  poolId: { kind: 'center', title: 'Also needs', column: 'pool', head: 'People and tools', isPlain: true },
  alternatives: { kind: 'centers', title: 'May also run at', column: 'alternatives', head: 'Alternative work centers' },
  categoryFixed: {
    kind: 'yesNo',
    title: 'Kept at its work center',
    column: 'workCenterFixed',
    head: 'Work center fixed',
  },
  sequence: { kind: 'number', title: 'Sequence', column: 'sequence', isPlain: true },
  onHold: { kind: 'yesNo', title: 'On hold', column: 'onHold', undoneWith: 'work' },
  holdReason: { kind: 'line', title: 'Hold reason', column: 'holdReason', undoneWith: 'work', isWordsOnly: true },
  pinned: { kind: 'yesNo', title: 'Pinned', column: 'pinned', undoneWith: 'dates' },
  notes: { kind: 'text', title: 'Notes', column: 'notes', isWordsOnly: true, isPlain: true },
  materialReadyDate: {
    kind: 'day',
    title: 'Material ready',
    column: 'materialReady',
    undoneWith: 'material',
    isPlain: true,
  },
  materialNote: {
    kind: 'line',
    title: 'Material',
    column: 'materialNote',
    undoneWith: 'material',
    isWordsOnly: true,
    isPlain: true,
  },
  setupHours: { kind: 'hours', title: 'Setup', column: 'setupHours', head: 'Setup hours', undoneWith: 'hours' },
  hoursPerPiece: { kind: 'hours', title: 'Hours per piece', column: 'hoursPerPiece', undoneWith: 'hours' },
  quantity: { kind: 'number', title: 'Quantity', column: 'quantity', undoneWith: 'hours' },
  setupFamily: { kind: 'line', title: 'Setup family', column: 'setupFamily', isPlain: true },
  dependencies: {
    kind: 'links',
    title: 'Starts after',
    column: 'predecessors',
    head: 'Predecessors',
    undoneWith: 'links',
  },
  dependencyLagHours: { kind: 'linkHours', title: 'Lag', column: 'predecessors', undoneWith: 'links' },
  dependencyLagUnits: {
    kind: 'linkUnits',
    title: 'Lag in calendar hours',
    column: 'predecessors',
    undoneWith: 'links',
  },
  dependencyMaxLagHours: { kind: 'linkHours', title: 'Longest lag', column: 'predecessors', undoneWith: 'links' },
  dependencyOverlapPercent: {
    kind: 'linkShares',
    title: 'Starts when done',
    column: 'predecessors',
    undoneWith: 'links',
  },
  placement: { kind: 'reasons', title: 'Reasons for its dates', undoneWith: 'dates', isWordsOnly: true },
  externalId: {
    kind: 'line',
    title: 'External ID',
    column: 'operationExternalId',
    head: 'Operation ID',
    isWordsOnly: true,
  },
} as const satisfies Readonly<Record<OperationFieldName, OperationField>>

/**
 * Every field of an operation. All code that lists fields derives from this table or is checked against it: server
 * answers, history, undo, the wording of changes, outdated runs, and the columns of imports and exports.
 */
export const operationFields: Readonly<Record<OperationFieldName, OperationField>> = table

export type FieldsOfKind<Kind extends OperationFieldKind> = {
  [Name in OperationFieldName]: (typeof table)[Name]['kind'] extends Kind ? Name : never
}[OperationFieldName]

/** Names of the fields that lists show unchanged. */
export type ListedField = {
  [Name in OperationFieldName]: (typeof table)[Name] extends { readonly isListed: true } ? Name : never
}[OperationFieldName]

export const operationFieldNames = keysOf(operationFields)

export const listedFields = operationFieldNames.filter((name): name is ListedField => 'isListed' in table[name])

const byName: ReadonlyMap<string, OperationField> = new Map(Object.entries(operationFields))

/** Looks up a field by name; null if operations have no such field. */
export const operationField = (name: string): OperationField | null => byName.get(name) ?? null

/** The first operation field in a file column; null for a column about the project. */
export const fieldInColumn = (column: ImportField): OperationFieldName | null =>
  operationFieldNames.find((name) => operationFields[name].column === column) ?? null

/** The fields of these kinds. */
export const fieldsOfKind = <Kind extends OperationFieldKind>(
  ...kinds: readonly Kind[]
): readonly FieldsOfKind<Kind>[] =>
  operationFieldNames.filter((name): name is FieldsOfKind<Kind> => kinds.some((kind) => kind === table[name].kind))

/** Date fields: stored as instants, ISO text on the wire. */
export const dateFields: ReadonlySet<string> = new Set(fieldsOfKind('instant', 'day'))
