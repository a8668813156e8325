import { fieldTitles } from '#domain/import/column-names.ts'
import { officeText } from './office-text.ts'
import { type CustomField, customFields, exactTimesAlias } from './project-xml-fields.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

/** A task of a plan. */
export interface Task {
  readonly element: Element
  /** Unique in the file: of several with the same id, the later ones get another. */
  readonly uid: string
  readonly name: string
  readonly notes: string
  readonly level: number
  readonly isSummary: boolean
  /** The summary task of the first level to which it belongs; null = the plan itself. */
  readonly project: Task | null
  /** Its custom fields. */
  readonly texts: ReadonlyMap<CustomField, string>
  /** Times that MS Project cannot keep exactly, by field: see `writeProjectXml`. */
  readonly exactTimes: ReadonlyMap<string, string>
}

/** Why a task takes no part. */
type Absence = 'inactive' | 'external' | 'empty'

export interface PlanTasks {
  readonly tasks: readonly Task[]
  /** The tasks that take part, by their ids in the file. */
  readonly byUid: ReadonlyMap<string, Task>
  /** Those that take no part, by the same ids. */
  readonly absent: ReadonlyMap<string, { readonly name: string; readonly why: Absence }>
  /** Ids that several tasks have. */
  readonly repeated: readonly string[]
}

/** What a custom field of the file holds, by its id. */
interface Aliases {
  readonly fields: ReadonlyMap<string, CustomField>
  /** The id of the field with exact times. */
  readonly exactTimes: string | null
}

/** What the custom fields of a file hold, by their aliases: as this product writes them, or as a person called them. */
const aliasesOf = (project: Element): Aliases => {
  const byTitle = new Map(
    customFields.flatMap(({ field }): [string, CustomField][] =>
      field === 'exactTimes' ? [] : [[fieldTitles[field].toLowerCase(), field]],
    ),
  )
  const fields = new Map<string, CustomField>()
  let exactTimes: string | null = null
  for (const one of listOf(project.ExtendedAttributes, 'ExtendedAttribute')) {
    const alias = textOf(one, 'Alias').normalize('NFC').trim()
    const field = byTitle.get(alias.toLowerCase())
    if (field) fields.set(textOf(one, 'FieldID'), field)
    if (alias === exactTimesAlias) exactTimes = textOf(one, 'FieldID')
  }
  return { fields, exactTimes }
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

const absenceOf = (element: Element): Absence | null => {
  if (flagOf(element, 'IsNull') === true || textOf(element, 'Name').trim() === '') return 'empty'
  if (flagOf(element, 'ExternalTask') === true || flagOf(element, 'IsSubproject') === true) return 'external'
  return flagOf(element, 'Active') === false ? 'inactive' : null
}

const exactTimesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((part): [string, string][] => {
      const [field = '', time] = part.split('=')
      return time === undefined ? [] : [[field.trim(), time.trim()]]
    }),
  )

const none: ReadonlyMap<CustomField & string, string> = new Map()

/** The custom fields of a task, and its exact times. */
const attributesOf = (element: Element, aliases: Aliases): Pick<Task, 'texts' | 'exactTimes'> => {
  const attributes = listOf(element, 'ExtendedAttribute')
  if (attributes.length === 0) return { texts: none, exactTimes: none }
  const texts = new Map<CustomField, string>()
  let exactTimes: ReadonlyMap<string, string> = none
  for (const one of attributes) {
    const [id, value] = [textOf(one, 'FieldID'), officeText(textOf(one, 'Value'))]
    const field = aliases.fields.get(id)
    if (field) texts.set(field, value)
    else if (id === aliases.exactTimes) exactTimes = exactTimesOf(value)
  }
  return { texts, exactTimes }
}

/** How the texts of a plan are read: only this product writes escapes into its files. */
export const textsOf = (project: Element): ((element: Element, name: string) => string) =>
  aliasesOf(project).exactTimes === null ? textOf : (element, name) => officeText(textOf(element, name))

/** All tasks of a plan in their order, with what takes no part. */
export const readTasks = (project: Element): PlanTasks => {
  const aliases = aliasesOf(project)
  const readText = textsOf(project)
  const elements = listOf(project.Tasks, 'Task').filter((one) => levelOf(one) > 0)
  const absent = new Map<string, { name: string; why: Absence }>()
  const present = elements.filter((element) => {
    const why = absenceOf(element)
    if (why) absent.set(textOf(element, 'UID').trim(), { name: textOf(element, 'Name').trim(), why })
    return why === null
  })
  const tasks: Task[] = []
  const byUid = new Map<string, Task>()
  /** How many tasks have an id that several have. */
  const copies = new Map<string, number>()
  let above: Task | null = null
  for (const [index, element] of present.entries()) {
    const [level, next] = [levelOf(element), present[index + 1]]
    const given = textOf(element, 'UID').trim() || textOf(element, 'ID').trim() || `row ${index + 1}`
    const copy = (copies.get(given) ?? 0) + 1
    copies.set(given, copy)
    const uid = copy === 1 ? given : `${given}-${copy}`
    // Where it is not said, what has tasks below it is a summary.
    const isSummary = flagOf(element, 'Summary') ?? (next !== undefined && levelOf(next) > level)
    const own: Omit<Task, 'project'> = {
      element,
      uid,
      level,
      isSummary,
      name: readText(element, 'Name'),
      notes: readText(element, 'Notes'),
      ...attributesOf(element, aliases),
    }
    if (level <= 1) above = isSummary ? { ...own, project: null } : null
    const task: Task = level <= 1 && above ? above : { ...own, project: above }
    tasks.push(task)
    byUid.set(uid, task)
  }
  const repeated = [...copies].flatMap(([uid, count]) => (count > 1 ? [uid] : []))
  return { tasks, byUid, absent, repeated }
}
