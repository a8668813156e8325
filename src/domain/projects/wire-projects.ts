import type { ListedProject, ProjectRows } from '#contract/projects.ts'
import { instantUnits, readColumns, writeIds, writeList, writeRuns, writeSteps } from '../columns.ts'
import { keysOf, recordOf } from '../record-of.ts'

const texts = ['projectNumber', 'projectName', 'shortName', 'description'] as const
const numbers = [
  'priority',
  'progressPercentage',
  'operationCount',
  'completedOperationCount',
  'hoursLeft',
  'version',
] as const
const days = ['latenessDays', 'pastDueDays'] as const
/** Each date is near another one in most projects. */
const after = {
  productionStartDate: 'plannedShipDate',
  engineeringReleaseDate: 'productionStartDate',
  customerReleaseDate: 'engineeringReleaseDate',
  actualShipDate: 'plannedShipDate',
  projectedCompletionDate: 'plannedShipDate',
  forecastCompletionDate: 'projectedCompletionDate',
} as const
const instants = ['plannedShipDate', ...keysOf(after)] as const

/** Projects as they are sent. */
export const writeProjects = (projects: readonly ListedProject[]): ProjectRows => {
  const column = <F extends keyof ListedProject>(field: F): ListedProject[F][] => projects.map((row) => row[field])
  return {
    projectId: writeIds(column('projectId')),
    ...recordOf(texts, (field) => writeRuns(column(field))),
    ...recordOf(numbers, (field) => writeRuns(column(field))),
    ...recordOf(days, (field) => writeRuns(column(field))),
    ...writeSteps(
      recordOf(instants, (field) => column(field).map((iso) => (iso === null ? 0 : Date.parse(iso)))),
      instantUnits,
      after,
    ),
    customerName: writeList(column('customerName')),
    status: writeList(column('status')),
    currentPhase: writeList(column('currentPhase')),
    state: writeList(column('state')),
    odds: writeList(column('odds')),
    oddsGap: writeList(column('oddsGap')),
    projectedFrom: writeList(column('projectedFrom')),
    currentOperation: writeList(
      column('currentOperation').map((of) => of && { name: of.name, categoryId: of.categoryId, running: of.running }),
    ),
  }
}

/** The projects that `writeProjects` has written. */
export const readProjects = (rows: ProjectRows): ListedProject[] => {
  const read = readColumns(rows)
  const columns = {
    ...read,
    ...recordOf(instants, (field) => read[field].map((ms) => (ms === 0 ? null : new Date(ms).toISOString()))),
  }
  const fields = Object.entries<readonly unknown[]>(columns)
  return columns.projectId.map((_, row) => {
    const project: Record<string, unknown> = {}
    for (const [field, column] of fields) project[field] = column[row]
    return project as unknown as ListedProject
  })
}
