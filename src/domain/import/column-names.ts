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

/** Other names that ERP systems, spreadsheets and MS Project give them. Single words of few letters count only as a whole. */
const otherProjectNames: Partial<Readonly<Record<ImportField, readonly string[]>>> = {
  projectExternalId: ['external id', 'project external id', 'erp id', 'order id', 'job id', 'project guid'],
  projectNumber: [
    ...[
      'project no',
      'project nr',
      'project #',
      'project',
      'job',
      'job no',
      'job number',
      'job #',
      'order',
      'order no',
    ],
    ...[
      'order number',
      'order #',
      'work order',
      'wo',
      'wo number',
      'sales order',
      'so number',
      'auftrag',
      'number',
      'no',
    ],
    ...['auftragsnummer', 'projektnummer', 'projekt'],
  ],
  projectName: [
    'name of project',
    'project title',
    'title',
    'job name',
    'order name',
    'part',
    'part name',
    'item',
    'projektname',
  ],
  shortName: ['short', 'abbreviation'],
  customerName: ['customer name', 'client', 'account', 'sold to', 'kunde'],
  projectDescription: ['description', 'job description', 'order description', 'beschreibung'],
  priority: ['prio', 'project priority', 'job priority', 'rank', 'priorität'],
  phase: ['stage', 'project phase', 'current phase'],
  status: ['status', 'order status', 'job status'],
  customerRelease: ['customer release date', 'order date'],
  engineeringRelease: ['engineering release date', 'release date'],
  productionStart: ['production start date', 'earliest start', 'start not before', 'release'],
  shipDate: [
    ...[
      'ship date',
      'ship',
      'due',
      'due date',
      'deadline',
      'delivery date',
      'delivery',
      'promise date',
      'required date',
    ],
    ...['planned ship', 'need date', 'liefertermin', 'termin'],
  ],
  actualShipDate: ['shipped', 'shipped on', 'actual ship'],
  operationExternalId: ['operation external id', 'operation guid', 'op id', 'uid', 'unique id', 'task id'],
  sequence: [
    ...[
      'seq',
      'sequence no',
      'op',
      'op no',
      'op #',
      'operation no',
      'operation number',
      'step',
      'step no',
      'position',
      'pos',
    ],
    ...['arbeitsgang', 'ag'],
  ],
  operationName: [
    'operation name',
    'task',
    'task name',
    'op name',
    'process',
    'activity',
    'work step',
    'arbeitsgang name',
    'bezeichnung',
  ],
  operationDescription: ['op description', 'task description', 'instructions'],
  workCenter: [
    ...[
      'workcenter',
      'work centre',
      'wc',
      'machine',
      'resource',
      'resource names',
      'resource name',
      'station',
      'cell',
      'category',
    ],
    ...['department', 'arbeitsplatz', 'maschine'],
  ],
  pool: ['also needs', 'pool', 'skill', 'people', 'tool', 'operator'],
  durationHours: [
    ...[
      'duration',
      'duration h',
      'hrs',
      'h',
      'time',
      'work',
      'est hours',
      'estimated hours',
      'planned hours',
      'run hours',
    ],
    ...['total hours', 'std hours', 'standard hours', 'stunden', 'dauer'],
  ],
  predecessors: ['predecessor', 'pred', 'preds', 'depends on', 'waits for', 'after', 'vorgänger'],
  progress: [
    'progress',
    'percent complete',
    '% complete',
    'complete',
    'done',
    '% done',
    'operation progress',
    'fortschritt',
  ],
  onHold: ['hold'],
  scheduledStart: ['planned start', 'start', 'start date', 'sched start'],
  scheduledEnd: ['planned end', 'finish', 'end', 'end date', 'finish date', 'sched end'],
  pinned: ['fixed', 'locked'],
  actualStart: ['actual start date'],
  actualEnd: ['actual finish', 'actual end date'],
  materialReady: ['material date', 'material ready date', 'material available'],
  materialNote: ['material note'],
  setupHours: ['setup', 'setup time', 'setup h'],
  hoursPerPiece: ['hours each', 'cycle time', 'run time', 'hours per unit', 'h per piece', 'time per piece'],
  quantity: ['qty', 'pieces', 'pcs', 'menge'],
  setupFamily: ['family', 'color', 'colour'],
  alternatives: ['alternates', 'alternative', 'also runs at'],
  notes: ['note', 'comment', 'comments', 'remarks'],
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

const otherSettingsNames: Readonly<Record<SettingsField, readonly string[]>> = {
  centerName: [
    'work center',
    'workcenter',
    'work centre',
    'wc',
    'machine',
    'resource',
    'station',
    'cell',
    'arbeitsplatz',
  ],
  centerKind: ['type', 'category', 'inside outside', 'art'],
  capacity: [
    'capacity',
    'count',
    'units',
    'machines',
    'how many',
    'qty',
    'quantity',
    'stations',
    'kapazität',
    'anzahl',
  ],
  centerShift: ['shift', 'shifts', 'pattern', 'calendar', 'schicht', 'schichtmodell'],
  color: ['colour', 'farbe'],
  supplier: ['vendor', 'subcontractor', 'lieferant'],
  shiftName: ['name', 'pattern', 'shift', 'shift name', 'pattern name', 'schicht', 'schichtmodell'],
  weekdays: ['day', 'weekday', 'weekdays', 'day of week', 'tag', 'tage', 'wochentag'],
  shiftStart: ['from', 'start time', 'starts', 'begin', 'begins', 'von', 'beginn'],
  shiftEnd: ['to', 'end time', 'ends', 'finish', 'until', 'bis', 'ende'],
  breaks: ['break', 'pause', 'pauses', 'lunch', 'pausen'],
  effectiveFrom: ['valid from', 'from date', 'effective', 'since', 'gültig ab'],
  shiftDescription: ['note', 'notes', 'comment', 'beschreibung'],
  holidayName: ['holiday', 'holiday name', 'title', 'description', 'event', 'subject', 'feiertag', 'bezeichnung'],
  holidayDate: ['day', 'holiday date', 'start date', 'on', 'datum', 'tag'],
  closedFrom: ['from', 'start', 'start time', 'from time', 'von'],
  closedTo: ['to', 'until', 'end', 'end time', 'to time', 'bis'],
  closedCenter: ['workcenter', 'work centre', 'machine', 'station', 'only for', 'arbeitsplatz'],
}

/** The name of each field, as screens and files show it. */
export const fieldTitles: Readonly<Record<ColumnField, string>> = { ...projectTitles, ...settingsTitles }

/** Lower case, without signs: 'Op. #' and 'op' are the same. */
export const plainName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_./():]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What the tables of each kind can hold. */
export const fieldsOfKind: Readonly<Record<ImportKind, readonly ColumnField[]>> = {
  projects: importFields,
  ...settingsFields,
}

const otherNames: Partial<Readonly<Record<ColumnField, readonly string[]>>> = {
  ...otherProjectNames,
  ...otherSettingsNames,
}

const namesOf = (fields: readonly ColumnField[]): ReadonlyMap<string, ColumnField> =>
  new Map(
    fields
      .flatMap((field) => (otherNames[field] ?? []).map((name): [string, ColumnField] => [plainName(name), field]))
      .concat(fields.map((field) => [plainName(fieldTitles[field]), field])),
  )

/** The field of every name that a header may have, by kind of table. */
export const fieldsByName: Readonly<Record<ImportKind, ReadonlyMap<string, ColumnField>>> = {
  projects: namesOf(fieldsOfKind.projects),
  workCenters: namesOf(fieldsOfKind.workCenters),
  shifts: namesOf(fieldsOfKind.shifts),
  holidays: namesOf(fieldsOfKind.holidays),
}
