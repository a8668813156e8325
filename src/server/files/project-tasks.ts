import { fieldTitles } from '#domain/import/column-names.ts'
import { officeText } from './office-text.ts'
import { type CustomField, customFields, exactTimesAlias } from './project-xml-fields.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

export interface Task {
  readonly element: Element
  /** Unique in the file: if several tasks share an id, the later ones get a new one. */
  readonly uid: string
  readonly name: string
  readonly notes: string
  readonly level: number
  readonly isSummary: boolean
  /** The top-level summary task that contains it; null = the plan itself. */
  readonly project: Task | null
  readonly texts: ReadonlyMap<CustomField, string>
  /** Exact times by field, where MS Project stores them rounded (see `writeProjectXml`). */
  readonly exactTimes: ReadonlyMap<string, string>
}

/** Why a task is not imported. */
type Absence = 'inactive' | 'external' | 'empty'

export interface PlanTasks {
  readonly tasks: readonly Task[]
  /** Imported tasks by their ids in the file. */
  readonly byUid: ReadonlyMap<string, Task>
  /** Tasks that are not imported, by the same ids. */
  readonly absent: ReadonlyMap<string, { readonly name: string; readonly why: Absence }>
  /** Ids shared by several tasks. */
  readonly repeated: readonly string[]
}

/** The meaning of each custom field in the file, by field id. */
interface Aliases {
  readonly fields: ReadonlyMap<string, CustomField>
  /** Id of the custom field with exact times. */
  readonly exactTimes: string | null
}

/**
 * Reads the meaning of custom fields from their aliases: the titles that an export writes, or names that a person
 * chose.
 */
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

/** The outline level; 0 = the project itself. Some programs give only the outline number. */
const levelOf = (element: Element): number => {
  const level = textOf(element, 'OutlineLevel').trim()
  if (level !== '') return Number(level)
  const number = textOf(element, 'OutlineNumber').trim()
  if (number !== '') return number === '0' ? 0 : number.split('.').length
  // Id 0 is the project itself.
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

/** Reads the custom fields of a task and its exact times. */
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

/** How the texts of a plan are decoded. Only exports of this product contain escapes. */
export const textsOf = (project: Element): ((element: Element, name: string) => string) =>
  aliasesOf(project).exactTimes === null ? textOf : (element, name) => officeText(textOf(element, name))

/** All tasks of a plan in file order, including those that are not imported. */
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
  /** Number of tasks whose id is not unique. */
  const copies = new Map<string, number>()
  let above: Task | null = null
  for (const [index, element] of present.entries()) {
    const [level, next] = [levelOf(element), present[index + 1]]
    const given = textOf(element, 'UID').trim() || textOf(element, 'ID').trim() || `row ${index + 1}`
    const copy = (copies.get(given) ?? 0) + 1
    copies.set(given, copy)
    const uid = copy === 1 ? given : `${given}-${copy}`
    // Without a flag, a task that has subtasks is a summary.
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
