import {
  type ColumnField,
  type ImportField,
  type ImportKind,
  importFields,
  type SettingsField,
  settingsFields,
} from '#contract/imports.ts'

/** The name of each field, as an export heads its columns. */
const projectTitles: Readonly<Record<ImportField, string>> = {
  projectExternalId: 'Project ID',
  projectNumber: 'Project number',
  projectName: 'Project name',
  shortName: 'Short name',
  customerName: 'Customer',
  projectDescription: 'Project description',
  priority: 'Priority',
  phase: 'Phase',
  status: 'Project status',
  projectProgress: 'Project progress %',
  customerRelease: 'Customer release',
  engineeringRelease: 'Engineering release',
  productionStart: 'Production start',
  shipDate: 'Planned ship date',
  actualShipDate: 'Actual ship date',
  operationExternalId: 'Operation ID',
  sequence: 'Sequence',
  operationName: 'Operation',
  operationDescription: 'Operation description',
  workCenter: 'Work center',
  pool: 'People and tools',
  durationHours: 'Hours',
  predecessors: 'Predecessors',
  progress: 'Progress %',
  onHold: 'On hold',
  holdReason: 'Hold reason',
  scheduledStart: 'Scheduled start',
  scheduledEnd: 'Scheduled end',
  pinned: 'Pinned',
  actualStart: 'Actual start',
  actualEnd: 'Actual end',
  materialReady: 'Material ready',
  materialNote: 'Material',
  setupHours: 'Setup hours',
  hoursPerPiece: 'Hours per piece',
  quantity: 'Quantity',
  setupFamily: 'Setup family',
  alternatives: 'Alternative work centers',
  workCenterFixed: 'Work center fixed',
  notes: 'Notes',
}

const settingsTitles: Readonly<Record<SettingsField, string>> = {
  centerName: 'Name',
  centerKind: 'Kind',
  capacity: 'Parallel capacity',
  centerShift: 'Shift pattern',
  color: 'Color',
  supplier: 'Supplier',
  shiftName: 'Shift pattern',
  weekdays: 'Days',
  shiftStart: 'Start',
  shiftEnd: 'End',
  breaks: 'Breaks',
  effectiveFrom: 'Effective from',
  shiftDescription: 'Description',
  holidayName: 'Name',
  holidayDate: 'Date',
  closedFrom: 'Closed from',
  closedTo: 'Closed to',
  closedCenter: 'Work center',
}

/** The name of each field, as screens and files show it. */
export const fieldTitles: Readonly<Record<ColumnField, string>> = { ...projectTitles, ...settingsTitles }

/** What the tables of each kind can hold. */
export const fieldsOfKind: Readonly<Record<ImportKind, readonly ColumnField[]>> = {
  projects: importFields,
  ...settingsFields,
}
