import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { defaultRiskDays, operationStateOf } from '../forecast/operation-words.ts'
import { isProjectOpen, latenessDays, pastDueDays, projectState } from '../forecast/project-words.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { workLeftHours } from '../operations/work-left.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { endOfDayMs } from '../time/zone-dates.ts'

/**
 * Data from a server that has only the specified calls: records without forecast, reasons and computed values. What our
 * own server computes is derived here from the plan, which serves as its own forecast.
 */
export interface PlainShop {
  readonly projects: readonly Project[]
  readonly operations: readonly Operation[]
  readonly categories: readonly Category[]
}

/** Time and time zone for which a shop is displayed. */
export interface Beheld {
  readonly nowMs: number
  /** Time zone of the reader, because the server has none. */
  readonly zone: string
}

export const msOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Whether an operation is done, by its dates, its progress or its status. */
export const isDone = ({ actualEndDate, progressPercentage, status }: Operation): boolean =>
  status === 'Completed' || isCompleted({ actualEndMs: msOf(actualEndDate), progressPercentage })

export const hasBegun = ({ actualStartDate, progressPercentage }: Operation): boolean =>
  actualStartDate !== null || progressPercentage > 0

export const hoursLeftOf = (operation: Operation): number =>
  isDone(operation)
    ? 0
    : workLeftHours(
        {
          actualEndMs: null,
          progressPercentage: operation.progressPercentage,
          durationHours: operation.durationHours,
        },
        false,
      )

export const dueMsOf = ({ plannedShipDate }: Pick<Project, 'plannedShipDate'>, zone: string): number | null =>
  plannedShipDate === null ? null : endOfDayMs(Date.parse(plannedShipDate), zone)

/** The operations of each project, by sequence. */
export const operationsByProject = ({ operations }: Pick<PlainShop, 'operations'>): ReadonlyMap<string, Operation[]> =>
  Map.groupBy(
    operations.toSorted((a, b) => a.sequence - b.sequence),
    ({ projectId }) => projectId,
  )

/** The state of an operation, judged by its planned end. */
export const stateOf = (operation: Operation, project: Project, nowMs: number) => {
  const plannedEndMs = msOf(operation.scheduledEndDate)
  const facts = { plannedEndMs, forecastEndMs: plannedEndMs, needByMs: null, slackDays: null }
  const projectOpen = isProjectOpen(effectivePhase(project))
  return operationStateOf({ completed: isDone(operation), projectOpen, ...facts }, nowMs, defaultRiskDays)
}

const latest = (ends: readonly (number | null)[]): number | null =>
  ends.reduce((end, other) => (end === null || (other !== null && other > end) ? other : end), null)

/** Adds the values computed from operations and dates. A project of our own server has them already. */
const completeProject = (project: Project, own: readonly Operation[], { nowMs, zone }: Beheld): Project => {
  if (project.version > 0) return project
  const phase = effectivePhase(project)
  const open = own.filter((operation) => !isDone(operation))
  const scheduledEndMs = latest(own.map(({ endDate, scheduledEndDate }) => msOf(scheduledEndDate ?? endDate)))
  const openEndMs = latest(open.map(({ scheduledEndDate }) => msOf(scheduledEndDate)))
  const projectedMs = scheduledEndMs ?? msOf(project.plannedShipDate)
  const completionMs = open.length === 0 || open.some((one) => one.scheduledEndDate === null) ? null : openEndMs
  const facts = { phase, dueMs: dueMsOf(project, zone), completionMs, slackDays: null }
  const current = open.find((operation) => hasBegun(operation) && !operation.onHold) ?? open[0]
  const sum = (hours: (operation: Operation) => number) => own.reduce((all, one) => all + hours(one), 0)
  const hoursPlanned = sum(({ durationHours }) => durationHours)
  const hoursLeft = sum(hoursLeftOf)
  return {
    ...project,
    operationCount: own.length,
    completedOperationCount: own.length - open.length,
    heldOperationCount: own.filter(({ onHold }) => onHold).length,
    hoursPlanned,
    hoursLeft,
    projectedCompletionDate: isoOf(projectedMs),
    projectedFrom: projectedMs === null ? 'none' : scheduledEndMs === null ? 'shipDate' : 'schedule',
    latenessDays: latenessDays(facts, zone),
    pastDueDays: pastDueDays(facts, zone, nowMs),
    state: projectState(facts, zone, defaultRiskDays),
    currentOperation: current
      ? {
          operationId: current.operationId,
          name: current.name,
          categoryId: current.categoryId,
          running: hasBegun(current),
        }
      : null,
  }
}

/** All projects with computed values. */
export const completeProjects = (shop: PlainShop, beheld: Beheld): Project[] => {
  const own = operationsByProject(shop)
  return shop.projects.map((project) => completeProject(project, own.get(project.projectId) ?? [], beheld))
}
