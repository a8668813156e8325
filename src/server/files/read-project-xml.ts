import { XMLParser } from 'fast-xml-parser'
import { type ImportCalendar, type ImportField, importFields } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { FileRefused } from './file-refused.ts'
import { readCalendars } from './project-calendars.ts'
import {
  elapsedFormats,
  linkTypes,
  mustStartOn,
  percentFormats,
  type TextField,
  textFields,
} from './project-xml-fields.ts'
import { type Element, flagOf, isElement, listOf, textOf } from './xml-element.ts'

const lists: ReadonlySet<string> = new Set([
  ...['Task', 'Resource', 'Assignment', 'PredecessorLink', 'ExtendedAttribute'],
  ...['Calendar', 'WeekDay', 'Exception', 'WorkingTime'],
])

const parseXml = (text: string): Element => {
  // Nothing in such a file needs a document type, and its entities could read files or grow without bounds.
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw new FileRefused('XML files with a DOCTYPE are not read.')
  const parser = new XMLParser({
    ignoreAttributes: true,
    // Some producers write every name with a prefix.
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    isArray: (name: string) => lists.has(name),
  })
  try {
    const parsed: unknown = parser.parse(text, true)
    const project = isElement(parsed) ? parsed.Project : undefined
    if (isElement(project)) return project
  } catch {
    throw new FileRefused('This is not well-formed XML.')
  }
  throw new FileRefused('This XML file is not from MS Project. Save it there as XML.')
}

/** Hours of 'PT7H30M0S'; null for everything else. */
const hoursOf = (duration: string): number | null => {
  const parts = /^P(?:(\d+)D)?T?(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration)
  if (!parts || duration.length < 3) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return days * 24 + hours + minutes / 60 + seconds / 3_600
}

interface Task {
  readonly element: Element
  readonly uid: string
  readonly name: string
  readonly level: number
  readonly isSummary: boolean
  /** Its text fields. */
  readonly texts: ReadonlyMap<TextField, string>
}

/** The field of each text field of the file, by its id: by its alias, as this product writes it or somebody called it. */
const aliasesOf = (project: Element): ReadonlyMap<string, TextField> => {
  const byTitle = new Map(textFields.map((field) => [fieldTitles[field].toLowerCase(), field]))
  return new Map(
    listOf(project.ExtendedAttributes, 'ExtendedAttribute').flatMap((one): [string, TextField][] => {
      const field = byTitle.get(textOf(one, 'Alias').trim().toLowerCase())
      return field ? [[textOf(one, 'FieldID'), field]] : []
    }),
  )
}

/** The level in the outline: 0 = the project itself. Some producers give only the number of the outline. */
const levelOf = (element: Element): number => {
  const level = textOf(element, 'OutlineLevel').trim()
  if (level !== '') return Number(level)
  const number = textOf(element, 'OutlineNumber').trim()
  if (number !== '') return number === '0' ? 0 : number.split('.').length
  // The project itself has the id 0.
  return textOf(element, 'UID') === '0' && flagOf(element, 'Summary') !== false ? 0 : 1
}

const tasksOf = (project: Element): Task[] => {
  const aliases = aliasesOf(project)
  const elements = listOf(project.Tasks, 'Task').filter(
    (one) => flagOf(one, 'IsNull') !== true && flagOf(one, 'Active') !== false && levelOf(one) > 0,
  )
  return elements.map((element, index) => {
    const [level, next] = [levelOf(element), elements[index + 1]]
    return {
      element,
      uid: textOf(element, 'UID'),
      name: textOf(element, 'Name'),
      level,
      // Where it is not said, what has tasks below it is a summary.
      isSummary: flagOf(element, 'Summary') ?? (next !== undefined && levelOf(next) > level),
      texts: new Map(
        listOf(element, 'ExtendedAttribute').flatMap((one): [TextField, string][] => {
          const field = aliases.get(textOf(one, 'FieldID'))
          return field ? [[field, textOf(one, 'Value')]] : []
        }),
      ),
    }
  })
}

const unassigned = '-65535'

/** The names of the resources of each task. */
const resourcesOf = (project: Element): ReadonlyMap<string, readonly string[]> => {
  const names = new Map(listOf(project.Resources, 'Resource').map((one) => [textOf(one, 'UID'), textOf(one, 'Name')]))
  const ofTask = new Map<string, string[]>()
  for (const one of listOf(project.Assignments, 'Assignment')) {
    const resource = textOf(one, 'ResourceUID')
    // Producers assign tasks without a resource to one with this id, and some give it a name.
    const name = resource === unassigned ? undefined : names.get(resource)
    const task = textOf(one, 'TaskUID')
    if (name) ofTask.set(task, [...(ofTask.get(task) ?? []), name])
  }
  return ofTask
}

/** How other tasks name this one: by the id it was exported with, by its number, or by its id in the file. */
const refOf = ({ texts, uid }: Task): string => texts.get('operationExternalId') ?? texts.get('sequence') ?? uid

/** A link as a predecessor cell has it: '12FS+4h'. */
const linkText = (link: Element, tasks: ReadonlyMap<string, Task>): string => {
  const uid = textOf(link, 'PredecessorUID')
  const task = tasks.get(uid)
  const type = linkTypes[Number(textOf(link, 'Type') || '1')] ?? 'FS'
  const tenths = Number(textOf(link, 'LinkLag') || '0')
  const format = Number(textOf(link, 'LagFormat') || '5')
  const ref = task ? (task.isSummary ? `summary task ${task.name}` : refOf(task)) : `task ${uid}`
  if (type === 'FS' && tenths === 0 && !elapsedFormats.has(format)) return ref
  const amount = percentFormats.has(format)
    ? `${Math.abs(tenths)}%`
    : `${Math.abs(tenths) / 600}${elapsedFormats.has(format) ? 'eh' : 'h'}`
  return `${ref}${type}${tenths === 0 && !elapsedFormats.has(format) ? '' : `${tenths < 0 ? '-' : '+'}${amount}`}`
}

/** The part of a link that MS Project keeps: '10FS+0.333h max 8h @50%' without its maximum and overlap, to a tenth of a minute. */
const nativePart = (text: string): string => {
  const parts = /^(.*?)(?:FS\+([\d.e-]+)(e?h))?(?: max .*?)?(?: @[\d.e-]+%)?$/.exec(text.trim())
  const lag = parts?.[2] === undefined ? '' : `FS+${Math.round(Number(parts[2]) * 600) / 600}${parts[3]}`
  return `${parts?.[1] ?? text}${lag === 'FS+0h' ? '' : lag}`
}

/** The predecessors of a task. What MS Project cannot keep of a link is taken from the text field, unless the link was changed. */
const predecessorsOf = (task: Task, tasks: ReadonlyMap<string, Task>): string => {
  const kept = new Map((task.texts.get('predecessors') ?? '').split(';').map((part) => [nativePart(part), part.trim()]))
  return listOf(task.element, 'PredecessorLink')
    .map((link) => linkText(link, tasks))
    .map((text) => kept.get(nativePart(text)) ?? text)
    .join('; ')
}

/** The text field, while MS Project still has the same value to its own precision. */
const unlessChanged = (kept: string | undefined, native: number | null, precision: number): string => {
  if (native === null) return kept ?? ''
  return kept !== undefined && Math.abs(Number(kept.replace('%', '')) - native) <= precision ? kept : String(native)
}

type Cells = Partial<Record<ImportField, string>>

const projectCells = ({ element, uid, name, texts }: Task, title: string): Cells => ({
  ...Object.fromEntries(texts),
  projectName: name,
  projectExternalId:
    texts.get('projectExternalId') ?? (texts.has('projectNumber') ? '' : textOf(element, 'GUID') || `${title} ${uid}`),
  priority: textOf(element, 'Priority') && String(Math.round(Number(textOf(element, 'Priority')) / 10)),
  shipDate: texts.get('shipDate') ?? textOf(element, 'Deadline'),
  projectDescription: textOf(element, 'Notes'),
})

const operationCells = (task: Task, tasks: ReadonlyMap<string, Task>, resources: readonly string[]): Cells => {
  const { element, uid, name, texts } = task
  const [workCenter = '', pool = '', ...more] = resources
  const isPinned = textOf(element, 'ConstraintType') === mustStartOn
  return {
    ...Object.fromEntries(texts),
    operationExternalId: texts.get('operationExternalId') ?? (texts.has('sequence') ? '' : uid),
    operationName: name,
    durationHours: unlessChanged(texts.get('durationHours'), hoursOf(textOf(element, 'Duration')), 1 / 3_600),
    workCenter,
    pool: texts.get('pool') ?? [pool, ...more].filter((one) => one !== '').join('; '),
    predecessors: predecessorsOf(task, tasks),
    progress: unlessChanged(texts.get('progress'), Number(textOf(element, 'PercentComplete') || '0'), 0.5),
    scheduledStart: textOf(element, 'Start'),
    scheduledEnd: textOf(element, 'Finish'),
    pinned: isPinned ? 'yes' : '',
    actualStart: textOf(element, 'ActualStart'),
    actualEnd: textOf(element, 'ActualFinish'),
    notes: textOf(element, 'Notes'),
  }
}

/** What the file says that no row can hold, in the reader's words. */
const notesOf = (tasks: readonly Task[], nested: number): string[] => {
  const summaries = tasks.filter(({ isSummary }) => isSummary)
  const elapsed = tasks.filter(
    ({ element, isSummary }) => !isSummary && elapsedFormats.has(Number(textOf(element, 'DurationFormat'))),
  )
  const linked = summaries
    .filter(({ element }) => listOf(element, 'PredecessorLink').length > 0)
    .map(({ name }) => name)
  return [
    ...(nested > 0 ? [`${nested} summary tasks inside projects are left out; their tasks are kept.`] : []),
    ...(elapsed.length > 0
      ? [
          `Elapsed durations are read as working hours: ${elapsed
            .slice(0, 10)
            .map(({ name }) => name)
            .join(', ')}.`,
        ]
      : []),
    ...(linked.length > 0 ? [`Links of summary tasks are left out: ${linked.slice(0, 10).join(', ')}.`] : []),
  ]
}

/**
 * A table from a file of MS Project: summary tasks of the first level are projects, the tasks inside them operations, resources
 * work centers. Without summary tasks the whole file is one project.
 */
export const readProjectXml = (
  text: string,
): { rows: string[][]; notes: string[]; calendars: readonly ImportCalendar[] } => {
  const project = parseXml(text)
  const title = textOf(project, 'Title') || textOf(project, 'Name').replace(/\.(?:xml|mpp)$/i, '') || 'Imported project'
  const tasks = tasksOf(project)
  const byUid = new Map(tasks.map((task) => [task.uid, task]))
  const resources = resourcesOf(project)
  const records: Cells[] = []
  const whole: Cells = { projectName: title }
  let above: Cells = whole
  let nested = 0
  for (const task of tasks) {
    if (task.level <= 1) above = task.isSummary ? projectCells(task, title) : whole
    if (task.isSummary) {
      if (task.level > 1) nested += 1
      else records.push(above)
      continue
    }
    const { projectExternalId = '', projectNumber = '', projectName = '' } = above
    records.push({
      projectExternalId,
      projectNumber,
      projectName,
      ...operationCells(task, byUid, resources.get(task.uid) ?? []),
    })
  }
  const { calendars, notes } = readCalendars(project)
  const used = importFields.filter((field) => records.some((cells) => (cells[field] ?? '') !== ''))
  return {
    rows: [used.map((field) => fieldTitles[field]), ...records.map((cells) => used.map((field) => cells[field] ?? ''))],
    notes: [...notesOf(tasks, nested), ...notes],
    calendars,
  }
}
