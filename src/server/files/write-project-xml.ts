import type { ImportField } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { readLink } from '#domain/import/predecessor-text.ts'
import { asOfficeText, xmlText } from './office-text.ts'
import { customFields, exactTimesAlias, lagFormats, mustStartOn } from './project-xml-fields.ts'

type Cells = Partial<Record<ImportField, string>>

/** A project with its operations, as export rows. */
export interface XmlProject {
  readonly project: Cells
  readonly operations: readonly Cells[]
}

/**
 * Escapes a text for XML. Characters that XML cannot represent are escaped as in workbooks; our import decodes them.
 */
const escaped = (text: string): string => xmlText(text.split('\r').map(asOfficeText).join('\r'))

const tag = (name: string, text: string | number | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${escaped(String(text))}</${name}>`

/** Formats the local time in a cell as 'yyyy-MM-ddTHH:mm:ss'. */
const wallTime = (cell: string | undefined): string => {
  if (!cell) return ''
  const [date = '', time = '08:00'] = cell.split(' ')
  return `${date}T${time.slice(0, 8).padEnd(8, ':00')}`
}

const exactFields = ['scheduledStart', 'scheduledEnd', 'actualStart', 'actualEnd'] as const

/** The times of a task that local seconds cannot represent exactly. */
const exactTimes = (cells: Cells): string =>
  exactFields
    .flatMap((field) => (/^\S+ \S{9,}$/.test(cells[field] ?? '') ? [`${field}=${cells[field]}`] : []))
    .join('; ')

const durationText = (hours: string | undefined): string => {
  const seconds = Math.round(Number(hours ?? '0') * 3_600)
  return `PT${Math.floor(seconds / 3_600)}H${Math.floor((seconds % 3_600) / 60)}M${seconds % 60}S`
}

const wholePercent = (cell: string | undefined): number => Math.round(Number((cell ?? '0').replace('%', '')))

/** The custom fields of a task. */
const extendedAttributes = (cells: Cells): string =>
  customFields
    .map(({ field, id }) => {
      const value = field === 'exactTimes' ? exactTimes(cells) : cells[field]
      if (value === undefined || value === '') return ''
      return `<ExtendedAttribute>${tag('FieldID', id)}${tag('Value', value)}</ExtendedAttribute>`
    })
    .join('')

const definitions = customFields
  .map(({ field, id, name }) => {
    const alias = field === 'exactTimes' ? exactTimesAlias : fieldTitles[field]
    return `<ExtendedAttribute>${tag('FieldID', id)}${tag('FieldName', name)}${tag('Alias', alias)}</ExtendedAttribute>`
  })
  .join('')

const linksOf = (cells: Cells, uidOf: ReadonlyMap<string, number>): string =>
  (cells.predecessors ?? '')
    .split('; ')
    .map((text) => {
      const read = readLink(text, 'point', (ref) => uidOf.has(ref))
      const uid = read.ok && read.link ? uidOf.get(read.link.ref) : undefined
      if (!read.ok || !read.link || uid === undefined) return ''
      const { lagHours, lagUnit } = read.link
      const format = lagUnit === 'calendar' ? lagFormats.elapsedHours : lagFormats.hours
      return `<PredecessorLink>${tag('PredecessorUID', uid)}${tag('Type', 1)}${tag('LinkLag', Math.round(lagHours * 600))}${tag('LagFormat', format)}</PredecessorLink>`
    })
    .join('')

const summaryTask = (uid: number, cells: Cells): string =>
  `<Task>${tag('UID', uid)}${tag('ID', uid)}${tag('Name', cells.projectName)}${tag('OutlineLevel', 1)}${tag('Priority', Number(cells.priority ?? '50') * 10)}${tag('Summary', 1)}${tag('Deadline', wallTime(cells.shipDate))}${tag('Notes', cells.projectDescription)}${extendedAttributes(cells)}</Task>\n`

const operationTask = (uid: number, cells: Cells, uidOf: ReadonlyMap<string, number>): string => {
  const [start, end] = [wallTime(cells.scheduledStart), wallTime(cells.scheduledEnd)]
  const isPinned = cells.pinned === 'yes'
  return `<Task>${tag('UID', uid)}${tag('ID', uid)}${tag('Name', cells.operationName)}${tag('OutlineLevel', 2)}${tag('Start', start)}${tag('Finish', end)}${tag('Duration', durationText(cells.durationHours))}${tag('DurationFormat', 5)}${tag('Summary', 0)}${tag('PercentComplete', wholePercent(cells.progress))}${tag('ActualStart', wallTime(cells.actualStart))}${tag('ActualFinish', wallTime(cells.actualEnd))}${isPinned ? tag('ConstraintType', mustStartOn) + tag('ConstraintDate', start) : ''}${tag('Notes', cells.notes)}${linksOf(cells, uidOf)}${extendedAttributes(cells)}</Task>\n`
}

/** The text of an MS Project file in parts. Projects are summary tasks, operations the tasks in them, work centers resources. */
export async function* projectXml(name: string, projects: AsyncIterable<XmlProject>): AsyncGenerator<string> {
  const resources = new Map<string, number>()
  const assignments: string[] = []
  const assign = (taskUid: number, resource: string | undefined) => {
    if (!resource) return
    const uid = resources.get(resource) ?? resources.size + 1
    resources.set(resource, uid)
    const own = assignments.length + 1
    assignments.push(
      `<Assignment>${tag('UID', own)}${tag('TaskUID', taskUid)}${tag('ResourceUID', uid)}</Assignment>\n`,
    )
  }
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Project xmlns="http://schemas.microsoft.com/project">\n${tag('SaveVersion', 14)}${tag('Name', `${name}.xml`)}${tag('Title', name)}${tag('ScheduleFromStart', 1)}${tag('MinutesPerDay', 480)}\n<ExtendedAttributes>${definitions}</ExtendedAttributes>\n<Tasks>\n`
  let uid = 0
  for await (const { project, operations } of projects) {
    uid += 1
    yield summaryTask(uid, project)
    const first = uid + 1
    // External ids take precedence over operation numbers.
    const uidOf = new Map<string, number>()
    for (const field of ['sequence', 'operationExternalId'] as const) {
      for (const [index, cells] of operations.entries()) {
        const ref = cells[field]
        if (ref) uidOf.set(ref, first + index)
      }
    }
    for (const cells of operations) {
      uid += 1
      assign(uid, cells.workCenter)
      yield operationTask(uid, cells, uidOf)
    }
  }
  yield `</Tasks>\n<Resources>\n`
  for (const [resource, own] of resources)
    yield `<Resource>${tag('UID', own)}${tag('ID', own)}${tag('Name', resource)}${tag('Type', 1)}</Resource>\n`
  yield `</Resources>\n<Assignments>\n${assignments.join('')}</Assignments>\n</Project>\n`
}
