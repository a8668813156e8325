import { listedTexts, type Operation } from '#contract/operations.ts'
import { type Field, fieldTable, type NamesWith } from '../fields.ts'
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

export interface OperationField extends Field<OperationFieldKind> {
  /** The snapshot of the engine carries it: always, or only where it says something. */
  readonly inSnapshot?: 'always' | 'ifSaid'
  /** Whether scheduling ignores the field, so that a change does not make the last run outdated. */
  readonly isWordsOnly?: true
  /** Fields of one group are undone together, because a rule connects them. */
  readonly undoneWith?: 'work' | 'dates' | 'links' | 'material' | 'hours'
  /** Whether a change stores the sent value without further rules. */
  readonly isPlain?: true
}

const table = {
  name: {
    kind: 'line',
    title: 'Name',
    inSnapshot: 'always',
    column: 'operationName',
    head: 'Operation',
    isWordsOnly: true,
  },
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
  },
  status: { kind: 'word', title: 'Status', undoneWith: 'work' },
  progressPercentage: {
    kind: 'percent',
    title: 'Progress',
    inSnapshot: 'always',
    column: 'progress',
    head: 'Progress %',
    undoneWith: 'work',
  },
  durationHours: {
    kind: 'hours',
    title: 'Duration',
    inSnapshot: 'always',
    column: 'durationHours',
    head: 'Hours',
    undoneWith: 'hours',
  },
  originalHours: { kind: 'hours', title: 'Original estimate', inSnapshot: 'ifSaid', undoneWith: 'hours' },
  scheduledStartDate: {
    kind: 'instant',
    title: 'Scheduled start',
    inSnapshot: 'always',
    column: 'scheduledStart',
    undoneWith: 'dates',
  },
  scheduledEndDate: {
    kind: 'instant',
    title: 'Scheduled end',
    inSnapshot: 'always',
    column: 'scheduledEnd',
    undoneWith: 'dates',
  },
  actualStartDate: {
    kind: 'instant',
    title: 'Actual start',
    inSnapshot: 'always',
    column: 'actualStart',
    undoneWith: 'work',
  },
  actualEndDate: {
    kind: 'instant',
    title: 'Actual end',
    inSnapshot: 'always',
    column: 'actualEnd',
    undoneWith: 'work',
  },
  categoryId: { kind: 'center', title: 'Work center', inSnapshot: 'always', column: 'workCenter' },
  poolId: {
    kind: 'center',
    title: 'Also needs',
    inSnapshot: 'ifSaid',
    column: 'pool',
    head: 'People and tools',
    isPlain: true,
  },
  alternatives: {
    kind: 'centers',
    title: 'May also run at',
    inSnapshot: 'ifSaid',
    column: 'alternatives',
    head: 'Alternative work centers',
  },
  categoryFixed: {
    kind: 'yesNo',
    title: 'Kept at its work center',
    inSnapshot: 'ifSaid',
    column: 'workCenterFixed',
    head: 'Work center fixed',
  },
  sequence: { kind: 'number', title: 'Sequence', inSnapshot: 'always', column: 'sequence', isPlain: true },
  onHold: { kind: 'yesNo', title: 'On hold', inSnapshot: 'always', column: 'onHold', undoneWith: 'work' },
  holdReason: { kind: 'line', title: 'Hold reason', column: 'holdReason', undoneWith: 'work', isWordsOnly: true },
  pinned: { kind: 'yesNo', title: 'Pinned', inSnapshot: 'always', column: 'pinned', undoneWith: 'dates' },
  notes: { kind: 'text', title: 'Notes', column: 'notes', isWordsOnly: true, isPlain: true },
  materialReadyDate: {
    kind: 'day',
    title: 'Material ready',
    inSnapshot: 'always',
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
  setupHours: {
    kind: 'hours',
    title: 'Setup',
    inSnapshot: 'ifSaid',
    column: 'setupHours',
    head: 'Setup hours',
    undoneWith: 'hours',
  },
  hoursPerPiece: { kind: 'hours', title: 'Hours per piece', column: 'hoursPerPiece', undoneWith: 'hours' },
  quantity: { kind: 'number', title: 'Quantity', inSnapshot: 'ifSaid', column: 'quantity', undoneWith: 'hours' },
  transferBatch: {
    kind: 'number',
    title: 'Transfer batch',
    inSnapshot: 'ifSaid',
    column: 'transferBatch',
    undoneWith: 'hours',
  },
  setupFamily: { kind: 'line', title: 'Setup family', inSnapshot: 'ifSaid', column: 'setupFamily', isPlain: true },
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

export type FieldsOfKind<Kind extends OperationFieldKind> = NamesWith<typeof table, { readonly kind: Kind }>

/** The names of the fields that the snapshot of the engine carries. */
export type SnapshotField = NamesWith<typeof table, { readonly inSnapshot: string }>

const fields = fieldTable(table)

export const operationFieldNames = fields.names
/** The fields of these kinds. */
export const fieldsOfKind = fields.ofKind
/** The first operation field in a file column; null for a column about the project. */
export const fieldInColumn = fields.inColumn
/** Looks up a field by name; null if operations have no such field. */
export const operationField: (name: string) => OperationField | null = fields.find

export const snapshotFields = operationFieldNames.filter((name): name is SnapshotField => 'inSnapshot' in table[name])
/** Short texts that lists show and export, and by which their search finds an operation. */
export const listedFields = keysOf(listedTexts)

const nothingSaid: Readonly<Record<OperationFieldKind, unknown>> = {
  line: '',
  text: '',
  word: '',
  number: null,
  hours: null,
  percent: 0,
  instant: null,
  day: null,
  yesNo: false,
  center: null,
  centers: [],
  links: [],
  linkHours: {},
  linkShares: {},
  linkUnits: {},
  reasons: null,
}

/** The value of a field of which nothing was said. */
export const blankValue = (name: OperationFieldName): unknown => nothingSaid[operationFields[name].kind]

/** Date fields: stored as instants, ISO text on the wire. */
export const dateFields: ReadonlySet<string> = new Set(fieldsOfKind('instant', 'day'))
