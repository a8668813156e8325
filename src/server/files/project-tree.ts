import type { TextEncoding } from '#contract/import-sources.ts'
import { FileRefused } from './file-refused.ts'
import { decodeXml } from './read-text.ts'
import { type Element, isElement } from './xml-element.ts'
import { readTree } from './xml-tree.ts'

const lists = new Map([
  ...([
    ['Task', 25_000],
    ['Resource', 20_000],
    ['Assignment', 60_000],
    ['PredecessorLink', 60_000],
  ] as const),
  ...([
    ['ExtendedAttribute', 150_000],
    ['Calendar', 2_000],
    ['WeekDay', 20_000],
    ['Exception', 20_000],
  ] as const),
  ...([
    ['WorkingTime', 20_000],
    ['TimePeriod', 20_000],
  ] as const),
])
/** The elements of a plan file that the import reads. */
const names = [
  'Workbook',
  'Project',
  'Title',
  'Name',
  'MinutesPerDay',
  'MinutesPerWeek',
  'DaysPerMonth',
  'UID',
  'ID',
  'GUID',
  'Type',
  'ExtendedAttributes',
  'FieldID',
  'Alias',
  'Value',
  'Calendars',
  'IsBaseCalendar',
  'WeekDays',
  'DayType',
  'DayWorking',
  'FromDate',
  'ToDate',
  'WorkingTimes',
  'FromTime',
  'ToTime',
  'Exceptions',
  'Period',
  'Tasks',
  'IsNull',
  'OutlineNumber',
  'OutlineLevel',
  'Priority',
  'Start',
  'Finish',
  'Duration',
  'DurationFormat',
  'Summary',
  'Manual',
  'ManualDuration',
  'Active',
  'ExternalTask',
  'IsSubproject',
  'PercentComplete',
  'ActualStart',
  'ActualFinish',
  'ConstraintType',
  'Deadline',
  'Notes',
  'PredecessorUID',
  'CrossProject',
  'LinkLag',
  'LagFormat',
  'Resources',
  'IsCostResource',
  'Assignments',
  'TaskUID',
  'ResourceUID',
]
const shape = { lists, names: new Set([...names, ...lists.keys()]) }
const chunkBytes = 64 * 1024

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

/** Parses a plan file and returns its root element. Throws `FileRefused` if the file is not a project plan. */
export const readProjectTree = async (bytes: Buffer, encoding?: TextEncoding): Promise<Element> => {
  const { Project: project, Workbook: workbook } = await readTree(decodeXml(chunksOf(bytes), encoding), shape)
  if (isElement(project)) return project
  if (workbook !== undefined)
    throw new FileRefused('This is a spreadsheet in XML. Open it there and save it as an XLSX file.')
  throw new FileRefused('This XML file is not from MS Project. Save it there as XML.')
}
