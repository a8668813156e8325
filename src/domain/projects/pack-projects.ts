import type { PackedColumns } from '#contract/packed-columns.ts'
import type { ListedProject } from '#contract/projects.ts'
import { projectPhases, projectStates, projectStatuses } from '#contract/vocabulary.ts'
import { keysOf, recordOf } from '../record-of.ts'
import { packer, unpacker } from '../schedule/pack-columns.ts'

/** The columns of a project, by the kind of their values. */
const texts = ['projectNumber', 'shortName', 'customerName', 'description'] as const
const numbers = [
  'priority',
  'progressPercentage',
  'operationCount',
  'completedOperationCount',
  'hoursLeft',
  'version',
] as const
/** Each instant counts from another one, which is near in most projects and is written before it. */
const instants = {
  plannedShipDate: null,
  actualShipDate: 'plannedShipDate',
  productionStartDate: 'plannedShipDate',
  engineeringReleaseDate: 'productionStartDate',
  customerReleaseDate: 'engineeringReleaseDate',
  projectedCompletionDate: 'plannedShipDate',
  forecastCompletionDate: 'projectedCompletionDate',
} as const
const words = {
  status: projectStatuses,
  currentPhase: projectPhases,
  state: projectStates,
  projectedFrom: ['schedule', 'shipDate', 'none'],
} as const

const wordFields = keysOf(words)
const instantFields = keysOf(instants)
const minuteMs = 60_000
const minutesPerDay = 1_440

/** Whole minutes of each instant by field and row. */
type Minutes = Map<string, readonly (number | null)[]>

const baseOf = (minutes: Minutes, field: keyof typeof instants, row: number): number =>
  minutes.get(instants[field] ?? '')?.[row] ?? 0

/** Whole days from the ship date to the forecast: the days of lateness, or one day less. */
const daysAfterShipDate = (minutes: Minutes, row: number): number => {
  const [from, to] = [minutes.get('plannedShipDate')?.[row], minutes.get('forecastCompletionDate')?.[row]]
  return typeof from === 'number' && typeof to === 'number' ? Math.floor((to - from) / minutesPerDay) : 0
}

/** Whether a project has a current operation, and whether that is running. */
const operationKinds = { none: 0, running: 1, next: 2 } as const

/** Packs projects for the wire. */
export const packProjects = (projects: readonly ListedProject[]): PackedColumns => {
  const { packed, ids, listed, strings, numbers: counted } = packer()
  const column = <F extends keyof ListedProject>(field: F): ListedProject[F][] => projects.map((row) => row[field])
  ids('projectId', column('projectId'))
  for (const field of texts) strings(field, column(field))
  // Several projects share what stands before the short name.
  const ends = projects.map(({ projectName, shortName }) => projectName.endsWith(shortName))
  strings(
    'projectName',
    projects.map(({ projectName, shortName }, row) =>
      ends[row] ? projectName.slice(0, projectName.length - shortName.length) : projectName,
    ),
  )
  counted('projectName ends', ends.map(Number))
  for (const field of [...numbers, 'pastDueDays'] as const) counted(field, column(field))
  for (const field of wordFields) {
    const allWords: readonly string[] = words[field]
    counted(
      field,
      column(field).map((word) => allWords.indexOf(word)),
    )
  }
  const minutes: Minutes = new Map()
  for (const field of instantFields) {
    const atMs = column(field).map((instant) => (instant === null ? null : Date.parse(instant)))
    minutes.set(
      field,
      atMs.map((at) => (at === null ? null : Math.floor(at / minuteMs))),
    )
    const own = minutes.get(field) ?? []
    counted(
      `${field} has`,
      own.map((at) => (at === null ? 0 : 1)),
    )
    counted(
      `${field} minutes`,
      own.flatMap((at, row) => (at === null ? [] : [at - baseOf(minutes, field, row)])),
    )
    // What is left of a minute: nearly always nothing.
    counted(
      `${field} rests`,
      atMs.flatMap((at, row) => (at === null ? [] : [at - (own[row] ?? 0) * minuteMs])),
    )
  }
  counted(
    'latenessDays',
    column('latenessDays').map((days, row) => (days === null ? null : days - daysAfterShipDate(minutes, row))),
  )
  const current = column('currentOperation')
  const kinds = current.map((operation) => (operation === null ? 'none' : operation.running ? 'running' : 'next'))
  counted(
    'current',
    kinds.map((kind) => operationKinds[kind]),
  )
  listed(
    'currentName',
    current.map((operation) => operation?.name ?? null),
  )
  listed(
    'currentCategory',
    current.map((operation) => operation?.categoryId ?? null),
  )
  return packed
}

type Unpacker = ReturnType<typeof unpacker>
type Column = readonly unknown[]

/** The instants of a field; adds their minutes to `minutes`. */
const readInstants = ({ numbers: counted }: Unpacker, field: keyof typeof instants, minutes: Minutes): Column => {
  const [steps, rests] = [counted(`${field} minutes`), counted(`${field} rests`)]
  let index = 0
  const own: (number | null)[] = []
  const column = counted(`${field} has`).map((has, row) => {
    const at = has === 0 ? null : baseOf(minutes, field, row) + (steps[index] ?? 0)
    own.push(at)
    if (at === null) return null
    const atMs = at * minuteMs + (rests[index] ?? 0)
    index += 1
    return new Date(atMs).toISOString()
  })
  minutes.set(field, own)
  return column
}

const readOperations = ({ numbers: counted, nullable }: Unpacker): Column => {
  const [names, categories] = [nullable('currentName'), nullable('currentCategory')]
  return counted('current').map((kind, row) =>
    kind === operationKinds.none
      ? null
      : { name: names[row], categoryId: categories[row], running: kind === operationKinds.running },
  )
}

/** Reads the projects that `packProjects` has written. */
export const unpackProjects = (packed: PackedColumns): ListedProject[] => {
  const read = unpacker(packed)
  const minutes: Minutes = new Map()
  const [shortNames, ends] = [read.strings('shortName'), read.numbers('projectName ends')]
  // Our server has no other words for a status.
  const columns: Record<Exclude<keyof ListedProject, 'statusText'>, Column> = {
    projectId: read.ids('projectId'),
    ...recordOf(texts, read.strings),
    projectName: read
      .strings('projectName')
      .map((name, row) => (ends[row] === 1 ? name + (shortNames[row] ?? '') : name)),
    ...recordOf(numbers, read.numbers),
    pastDueDays: read.nullable('pastDueDays'),
    ...recordOf(wordFields, (field) => read.numbers(field).map((index) => words[field][index])),
    ...recordOf(instantFields, (field) => readInstants(read, field, minutes)),
    latenessDays: read
      .nullable('latenessDays')
      .map((days, row) => (days === null ? null : days + daysAfterShipDate(minutes, row))),
    currentOperation: readOperations(read),
  }
  const fields = Object.entries(columns)
  return columns.projectId.map((_, row) => {
    const project: Record<string, unknown> = {}
    for (const [field, column] of fields) project[field] = column[row]
    return project as unknown as ListedProject
  })
}
