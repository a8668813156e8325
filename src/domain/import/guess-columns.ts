import { type ImportField, importFields } from '#contract/imports.ts'
import { readDate } from './date-habit.ts'
import { readHours } from './number-habit.ts'

/** The name of each field, as an export heads its columns. */
export const fieldTitles: Readonly<Record<ImportField, string>> = {
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
const otherNames: Partial<Readonly<Record<ImportField, readonly string[]>>> = {
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

/** Lower case, without signs: 'Op. #' and 'op' are the same. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_./():]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const byName: ReadonlyMap<string, ImportField> = new Map(
  importFields
    .flatMap((field) => (otherNames[field] ?? []).map((name): [string, ImportField] => [plain(name), field]))
    .concat(importFields.map((field) => [plain(fieldTitles[field]), field])),
)

/** How a header is remembered. */
export const headerKey = (header: string): string => plain(header).slice(0, 120)

const share = (cells: readonly string[], fits: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length

/** What the content of a nameless column can only be, given what is taken already. */
const byContent = (cells: readonly string[], isFree: (field: ImportField) => boolean): ImportField | null => {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, 200)
  if (filled.length === 0) return null
  const candidates: readonly (readonly [ImportField, (cell: string) => boolean])[] = [
    ['predecessors', (cell) => /^\d+\s*(?:FS|SS|FF|SF)/i.test(cell) || /^\d+(?:\s*;\s*\d+)+$/.test(cell)],
    ['progress', (cell) => /^\d{1,3}\s*%$/.test(cell)],
    ['durationHours', (cell) => /h(?:rs?|ours?)?$/i.test(cell) && !Number.isNaN(readHours(cell, 'point'))],
    ['shipDate', (cell) => readDate(cell, 'mdy') !== null || readDate(cell, 'dmy') !== null],
    ['sequence', (cell) => /^\d+0$/.test(cell)],
  ]
  return candidates.find(([field, fits]) => isFree(field) && share(filled, fits) > 0.8)?.[0] ?? null
}

interface GuessInput {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What the organization chose for a header before, by `headerKey`. */
  readonly remembered: Readonly<Record<string, ImportField | null>>
  /** Ids of projects are those of another system, which nobody reads. */
  readonly idsAreForeign?: boolean
}

/** Without a project number, a column 'Name' or 'Task' beside one for the project is the operation. */
const nameFields: ReadonlySet<string> = new Set(['name'])

/** What each column holds: as the organization chose before, else by its name, else by its content. Each field at most once. */
export const guessColumns = ({
  header,
  rows,
  remembered,
  idsAreForeign = false,
}: GuessInput): (ImportField | null)[] => {
  const taken = new Set<ImportField>()
  const take = (field: ImportField | null | undefined): ImportField | null => {
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const keys = header.map(headerKey)
  const found: (ImportField | null | undefined)[] = keys.map((key) => {
    if (!Object.hasOwn(remembered, key)) return undefined
    return take(remembered[key])
  })
  // Exact titles come first, so that 'Description' does not take the place of 'Project description'.
  for (const isExact of [true, false]) {
    for (const [index, key] of keys.entries()) {
      if (found[index] !== undefined) continue
      const field = byName.get(key)
      if (!field || (isExact && plain(fieldTitles[field]) !== key)) continue
      found[index] = take(field) ?? undefined
    }
  }
  for (const [index, key] of keys.entries()) {
    if (found[index] !== undefined || !nameFields.has(key)) continue
    found[index] = take(taken.has('projectName') || taken.has('projectNumber') ? 'operationName' : 'projectName')
  }
  const guessed = header.map((_, index) => {
    const known = found[index]
    if (known !== undefined) return known
    return take(
      byContent(
        rows.map((row) => row[index] ?? ''),
        (field) => !taken.has(field),
      ),
    )
  })
  // Where a table has no other number of its projects, their id is the number that people know.
  const isNumber = !guessed.includes('projectNumber') && !idsAreForeign
  return guessed.map((field) => (field === 'projectExternalId' && isNumber ? 'projectNumber' : field))
}

/** Whether a first line heads the columns: at least two of its cells are names of fields, or none is a number or a date. */
export const isHeader = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.filter((cell) => byName.has(plain(cell))).length >= Math.min(2, filled.length)) return filled.length > 0
  return filled.length > 0 && filled.every((cell) => !/^[\d.,:/\-\s%]+h?$/i.test(cell))
}
