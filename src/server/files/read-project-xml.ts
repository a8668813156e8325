import type { TextEncoding } from '#contract/import-sources.ts'
import { type ImportCalendar, type ImportField, importFields } from '#contract/imports.ts'
import { textCell } from '#domain/import/cell-errors.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { readIsoDuration, usualUnits, type WorkUnits } from '#domain/import/duration-text.ts'
import { readCalendars } from './project-calendars.ts'
import { type ProjectRefs, predecessorsOf, refsOf } from './project-links.ts'
import { type Needs, readNeeds } from './project-resources.ts'
import { type PlanTasks, readTasks, type Task } from './project-tasks.ts'
import { readProjectTree } from './project-tree.ts'
import { elapsedFormats, mustStartOn } from './project-xml-fields.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

/** Units in which the durations of a plan are written. */
const unitsOf = (project: Element): WorkUnits => {
  const positive = (name: string, usual: number) => {
    const value = Number(textOf(project, name))
    return value > 0 ? value : usual
  }
  const hoursPerDay = positive('MinutesPerDay', usualUnits.hoursPerDay * 60) / 60
  return {
    hoursPerDay,
    hoursPerWeek: positive('MinutesPerWeek', hoursPerDay * 300) / 60,
    hoursPerMonth: positive('DaysPerMonth', 20) * hoursPerDay,
  }
}

const isElapsed = ({ element }: Task): boolean => elapsedFormats.has(Number(textOf(element, 'DurationFormat')))

/** The duration in the file. Manually scheduled tasks store it in a separate field. */
const durationText = ({ element }: Task): string => {
  const own = textOf(element, 'Duration').trim()
  return own === '' || (flagOf(element, 'Manual') === true && own === 'PT0H0M0S')
    ? textOf(element, 'ManualDuration').trim() || own
    : own
}

/** The text field, as long as the built-in field still has the same value at its own precision. */
const unlessChanged = (kept: string | undefined, native: number, precision: number): string =>
  kept !== undefined && Math.abs(Number(kept.replace('%', '')) - native) <= precision ? kept : String(native)

type Cells = Partial<Record<ImportField, string>>

/** The exact time, as long as it matches the time in the file to the second; otherwise the time in the file. */
const timeOf = ({ element, exactTimes }: Task, name: string, field: ImportField): string => {
  const native = textOf(element, name)
  const exact = exactTimes.get(field)
  return exact !== undefined && exact.slice(0, 19) === native.replace('T', ' ').slice(0, 19) ? exact : native
}

const projectCells = ({ element, name, notes, texts }: Task, id: string): Cells => ({
  ...Object.fromEntries(texts),
  projectName: name,
  projectExternalId: texts.get('projectExternalId') ?? (texts.has('projectNumber') ? '' : id),
  priority: textOf(element, 'Priority') && String(Math.round(Number(textOf(element, 'Priority')) / 10)),
  shipDate: texts.get('shipDate') ?? textOf(element, 'Deadline'),
  projectDescription: notes,
})

interface TaskScope {
  readonly plan: PlanTasks
  readonly refs: ProjectRefs
  readonly needs: Needs
  readonly hoursOf: (task: Task) => number | null
  readonly note: (text: string) => void
}

/** The hours as a cell. A value that cannot be read is passed on unchanged, so that its cell shows the error. */
const hoursCell = (task: Task, hours: number | null): string => {
  if (hours === null) return task.texts.get('durationHours') ?? durationText(task)
  return unlessChanged(task.texts.get('durationHours'), hours, 1 / 3_600)
}

const operationCells = (task: Task, scope: TaskScope): Cells => {
  const { needs, hoursOf, note } = scope
  const { element, uid, name, texts } = task
  const { cell: predecessors, notes } = predecessorsOf(task, scope)
  for (const text of notes) note(text)
  const pool = texts.get('pool')
  const others = pool === undefined ? needs.others : []
  if (others.length > 0)
    note(`${name}: an operation needs one of people and tools, so ${others.join(', ')} is left out.`)
  return {
    ...Object.fromEntries(texts),
    operationExternalId: texts.get('operationExternalId') ?? (texts.has('sequence') ? '' : uid),
    operationName: name,
    durationHours: hoursCell(task, hoursOf(task)),
    workCenter: needs.workCenter,
    pool: pool ?? needs.pool,
    predecessors,
    progress: unlessChanged(texts.get('progress'), Number(textOf(element, 'PercentComplete') || '0'), 0.5),
    scheduledStart: timeOf(task, 'Start', 'scheduledStart'),
    scheduledEnd: timeOf(task, 'Finish', 'scheduledEnd'),
    pinned: textOf(element, 'ConstraintType') === mustStartOn ? 'yes' : '',
    actualStart: timeOf(task, 'ActualStart', 'actualStart'),
    actualEnd: timeOf(task, 'ActualFinish', 'actualEnd'),
    notes: task.notes,
  }
}

const namesOf = (tasks: readonly Pick<Task, 'name'>[]): string => {
  const names = tasks.slice(0, 10).map(({ name }) => name)
  return `${names.join(', ')}${tasks.length > names.length ? ` and ${tasks.length - names.length} more` : ''}`
}

/** Notes for the user about content of the file that rows cannot represent. */
const notesOf = ({ tasks, byUid, absent, repeated }: PlanTasks, hoursOf: (task: Task) => number | null): string[] => {
  const nested = tasks.filter(({ isSummary, level }) => isSummary && level > 1)
  const operations = tasks.filter(({ isSummary }) => !isSummary)
  const elapsed = operations.filter((task) => isElapsed(task))
  const silent = operations.filter((task) => hoursOf(task) === null && durationText(task) === '')
  const assumed = operations.filter((task) => !isElapsed(task) && /^-?P(?!T)/.test(durationText(task)))
  const gone = (why: string) => [...absent.values()].filter((one) => one.why === why)
  const [inactive, external] = [gone('inactive'), gone('external')]
  const note = (list: readonly Pick<Task, 'name'>[], text: string) =>
    list.length > 0 ? [`${text}: ${namesOf(list)}.`] : []
  return [
    ...(nested.length > 0
      ? [`${nested.length} summary tasks inside projects are left out; their tasks are kept.`]
      : []),
    ...note(elapsed, 'Elapsed durations are read as working hours'),
    ...note(assumed, 'Durations in days and weeks are read as working time'),
    ...note(silent, 'Without a duration in the file'),
    ...note(inactive, 'Inactive tasks are left out'),
    ...note(external, 'Tasks of other files are left out'),
    ...note(
      repeated.map((name) => ({ name })),
      'Ids that several tasks have, of which links mean the first one',
    ),
    ...tasks
      .filter(({ isSummary }) => isSummary)
      .flatMap(({ element, name }) =>
        listOf(element, 'PredecessorLink').map((link) => {
          const before = byUid.get(textOf(link, 'PredecessorUID').trim())
          return `${name}: the link of this summary task to ${before?.name ?? 'a task (not in the file)'} is left out.`
        }),
      ),
  ]
}

/** The id of each project in the file: its GUID if that is unique. */
const idsOfProjects = (projects: readonly Task[], title: string): ReadonlyMap<Task, string> => {
  const guids = projects.map(({ element }) => textOf(element, 'GUID').trim())
  const isUnique = (guid: string) => guid !== '' && guids.indexOf(guid) === guids.lastIndexOf(guid)
  return new Map(
    projects.map((task, at) => [task, isUnique(guids[at] ?? '') ? (guids[at] ?? '') : `${title} ${task.uid}`]),
  )
}

const mostNotes = 50

interface PlanTable {
  readonly rows: string[][]
  readonly notes: string[]
  readonly calendars: readonly ImportCalendar[]
  /** True if a project has no project number, so that only ids in the file identify it. */
  readonly isForeignPlan: boolean
}

/**
 * Reads an MS Project file as a table: top-level summary tasks become projects, the tasks inside them operations, and
 * resources work centers. Without summary tasks, the whole file is one project.
 */
export const readProjectXml = async (bytes: Buffer, encoding?: TextEncoding): Promise<PlanTable> => {
  const project = await readProjectTree(bytes, encoding)
  const title = textOf(project, 'Title') || textOf(project, 'Name').replace(/\.(?:xml|mpp)$/i, '') || 'Imported project'
  const plan = readTasks(project)
  const units = unitsOf(project)
  const hoursOf = (task: Task) => readIsoDuration(durationText(task), units, isElapsed(task))?.hours ?? null
  const { needs, leftOut } = readNeeds(project)
  const projects = plan.tasks.filter(({ level, isSummary }) => isSummary && level <= 1)
  const ids = idsOfProjects(projects, title)
  const cellsOf = new Map(projects.map((task) => [task, projectCells(task, ids.get(task) ?? '')]))
  const whole: Cells = { projectName: title }
  const records: Cells[] = []
  const notes: string[] = []
  const refs = refsOf(plan.tasks)
  const none: Needs = { workCenter: '', pool: '', others: [] }
  for (const task of plan.tasks) {
    const own = cellsOf.get(task)
    if (own) records.push(own)
    if (task.isSummary) continue
    const {
      projectExternalId = '',
      projectNumber = '',
      projectName = '',
    } = (task.project && cellsOf.get(task.project)) ?? whole
    const scope = {
      plan,
      refs,
      needs: needs.get(task.uid) ?? none,
      hoursOf,
      note: (text: string) => void notes.push(text),
    }
    records.push({ projectExternalId, projectNumber, projectName, ...operationCells(task, scope) })
  }
  const { calendars, notes: ofCalendars } = readCalendars(project)
  const used = importFields.filter((field) => records.some((cells) => (cells[field] ?? '') !== ''))
  const all = [
    ...notesOf(plan, hoursOf),
    ...(leftOut.length > 0 ? [`Material and costs are left out: ${namesOf(leftOut.map((name) => ({ name })))}.`] : []),
    ...notes,
    ...ofCalendars,
  ]
  return {
    rows: [
      used.map((field) => fieldTitles[field]),
      ...records.map((cells) => used.map((field) => textCell(cells[field] ?? ''))),
    ],
    notes: all.length > mostNotes ? [...all.slice(0, mostNotes), `And ${all.length - mostNotes} more.`] : all,
    calendars,
    isForeignPlan: records.some(({ projectNumber = '' }) => projectNumber === ''),
  }
}
