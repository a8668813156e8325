import type { PackedColumns } from '#contract/packed-columns.ts'
import type { ListedProject } from '#contract/projects.ts'
import { projectPhases, projectStates, projectStatuses } from '#contract/vocabulary.ts'
import { packer, unpacker } from '../schedule/pack-columns.ts'

/** The columns of a project, by the kind of their values. */
const texts = ['projectNumber', 'projectName', 'shortName', 'customerName', 'description'] as const
const numbers = [
  'priority',
  'progressPercentage',
  'operationCount',
  'completedOperationCount',
  'heldOperationCount',
  'hoursLeft',
  'hoursPlanned',
  'version',
] as const
const days = ['latenessDays', 'pastDueDays'] as const
const instants = [
  'customerReleaseDate',
  'engineeringReleaseDate',
  'productionStartDate',
  'plannedShipDate',
  'actualShipDate',
  'projectedCompletionDate',
  'forecastCompletionDate',
] as const
const words = {
  status: projectStatuses,
  currentPhase: projectPhases,
  state: projectStates,
  projectedFrom: ['schedule', 'shipDate', 'none'],
} as const

const wordFields = Object.keys(words) as (keyof typeof words)[]
const minuteMs = 60_000

/** Splits a column of instants: which rows have one, its whole minutes, and the milliseconds beyond them (nearly always 0). */
const splitInstants = (column: readonly (string | null)[]) => {
  const atMs = column.flatMap((instant) => (instant === null ? [] : [Date.parse(instant)]))
  const minutes = atMs.map((at) => Math.floor(at / minuteMs))
  return {
    has: column.map((instant) => (instant === null ? 0 : 1)),
    minutes,
    rests: atMs.map((at, row) => at - (minutes[row] ?? 0) * minuteMs),
  }
}

/** Whether a project has a current operation, and whether that is running. */
const operationKinds = { none: 0, running: 1, next: 2 } as const

/** Packs projects for the wire. */
export const packProjects = (projects: readonly ListedProject[]): PackedColumns => {
  const { packed, ids, listed, numbers: counted } = packer()
  const column = <F extends keyof ListedProject>(field: F): ListedProject[F][] => projects.map((row) => row[field])
  ids('projectId', column('projectId'))
  for (const field of texts) listed(field, column(field))
  for (const field of [...numbers, ...days]) counted(field, column(field))
  for (const field of wordFields) {
    const allWords: readonly string[] = words[field]
    counted(
      field,
      column(field).map((word) => allWords.indexOf(word)),
    )
  }
  for (const field of instants) {
    const { has, minutes, rests } = splitInstants(column(field))
    counted(`${field} has`, has)
    counted(`${field} minutes`, minutes)
    counted(`${field} rests`, rests)
  }
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

const readInstants = ({ numbers: counted }: Unpacker, field: string): Column => {
  const [minutes, rests] = [counted(`${field} minutes`), counted(`${field} rests`)]
  let index = 0
  return counted(`${field} has`).map((has) => {
    if (has === 0) return null
    const atMs = (minutes[index] ?? 0) * minuteMs + (rests[index] ?? 0)
    index += 1
    return new Date(atMs).toISOString()
  })
}

const readOperations = ({ numbers: counted, nullable }: Unpacker): Column => {
  const [names, categories] = [nullable('currentName'), nullable('currentCategory')]
  return counted('current').map((kind, row) =>
    kind === operationKinds.none
      ? null
      : { name: names[row], categoryId: categories[row], running: kind === operationKinds.running },
  )
}

const each = <F extends string>(fields: readonly F[], read: (field: F) => Column): Record<F, Column> =>
  Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<F, Column>

/** Reads the projects that `packProjects` has written. */
export const unpackProjects = (packed: PackedColumns): ListedProject[] => {
  const read = unpacker(packed)
  const columns: Record<keyof ListedProject, Column> = {
    projectId: read.ids('projectId'),
    ...each(texts, read.strings),
    ...each(numbers, read.numbers),
    ...each(days, read.nullable),
    ...each(wordFields, (field) => read.numbers(field).map((index) => words[field][index])),
    ...each(instants, (field) => readInstants(read, field)),
    currentOperation: readOperations(read),
  }
  const fields = Object.entries(columns)
  return columns.projectId.map((_, row) => {
    const project: Record<string, unknown> = {}
    for (const [field, column] of fields) project[field] = column[row]
    return project as unknown as ListedProject
  })
}
