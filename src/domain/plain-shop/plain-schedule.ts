import { operationStates } from '#contract/operation-outlook.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { type CompactSchedule, operationFlag, projectFlag } from '#contract/schedule.ts'
import { projectStates } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { scheduleWindow } from '../schedule/schedule-window.ts'
import {
  type Beheld,
  completeProjects,
  dueMsOf,
  hasBegun,
  isDone,
  msOf,
  operationsByProject,
  type PlainShop,
  stateOf,
} from './plain-shop.ts'

const flagsOfProject = (project: Project): number => {
  const phase = effectivePhase(project)
  if (phase === 'complete' || phase === 'shipped') return projectFlag.completed
  if (phase === 'cancelled') return projectFlag.cancelled
  return phase === 'on_hold' ? projectFlag.onHold : 0
}

const flagsOf = (operation: Operation): number =>
  (isDone(operation) ? operationFlag.completed : hasBegun(operation) ? operationFlag.started : 0) +
  (operation.onHold ? operationFlag.onHold : 0) +
  (operation.pinned ? operationFlag.pinned : 0) +
  (operation.scheduledEndDate === null ? operationFlag.unplaced : 0)

/** Links between existing operations, ordered by the waiting operation. */
const linksOf = (operations: readonly Operation[]): CompactSchedule['links'] => {
  const rows = new Map(operations.map(({ operationId }, row) => [operationId, row]))
  const links = operations.flatMap(({ dependencies, dependencyLagHours, dependencyLagUnits }, to) =>
    dependencies.flatMap((id) => {
      const from = rows.get(id)
      if (from === undefined) return []
      const hours = dependencyLagHours[id] ?? 0
      const byClock = dependencyLagUnits[id] === 'calendar'
      return [{ from, to, lagHours: byClock ? 0 : hours, waitHours: byClock ? hours : 0 }]
    }),
  )
  links.sort((a, b) => a.to - b.to || a.from - b.from)
  return {
    from: links.map(({ from }) => from),
    to: links.map(({ to }) => to),
    lagHours: links.map(({ lagHours }) => lagHours),
    waitHours: links.map(({ waitHours }) => waitHours),
    overlapPercent: links.map(() => 0),
  }
}

/** The plan in the format of the schedule. The server has no shifts, so all time is working time. */
export const plainSchedule = (shop: PlainShop, beheld: Beheld): CompactSchedule => {
  const { nowMs, zone } = beheld
  const projects = completeProjects(shop, beheld)
  const own = operationsByProject(shop)
  const ofProject = projects.map(({ projectId }) => own.get(projectId) ?? [])
  const operations = ofProject.flat()
  const projectOf = projects.flatMap((project, index) => (ofProject[index] ?? []).map(() => project))
  const firstOperation = [0]
  for (const list of ofProject) firstOperation.push((firstOperation.at(-1) ?? 0) + list.length)
  const places = new Map(shop.categories.map(({ categoryId }, place) => [categoryId, place]))
  const placeOf = (id: string | null) => places.get(id ?? '') ?? -1
  const startMs = operations.map(({ startDate }) => msOf(startDate) ?? 0)
  const endMs = operations.map(({ endDate }) => msOf(endDate) ?? 0)
  const { fromMs: from, toMs: to } = scheduleWindow(nowMs, startMs, endMs)
  return {
    projects: {
      ids: projects.map(({ projectId }) => projectId),
      numbers: projects.map(({ projectNumber }) => projectNumber),
      names: projects.map(({ projectName }) => projectName),
      priorities: projects.map(({ priority }) => priority),
      dueMs: projects.map((project) => dueMsOf(project, zone) ?? 0),
      releaseMs: projects.map(
        ({ productionStartDate, engineeringReleaseDate, customerReleaseDate }) =>
          msOf(productionStartDate ?? engineeringReleaseDate ?? customerReleaseDate) ?? 0,
      ),
      flags: projects.map(flagsOfProject),
      states: projects.map(({ state }) => projectStates.indexOf(state)),
      latenessDays: projects.map((project) => project.latenessDays),
      pastDueDays: projects.map((project) => project.pastDueDays),
      p10Ms: projects.map(() => 0),
      p90Ms: projects.map(() => 0),
      versions: projects.map(({ version }) => version),
      firstOperation,
    },
    operations: {
      ids: operations.map(({ operationId }) => operationId),
      names: operations.map(({ name }) => name),
      category: operations.map(({ categoryId }) => placeOf(categoryId)),
      pool: operations.map(({ poolId }) => placeOf(poolId)),
      startMs,
      endMs,
      progressPercentage: operations.map(({ progressPercentage }) => progressPercentage),
      durationHours: operations.map(({ durationHours }) => durationHours),
      flags: operations.map(flagsOf),
      states: operations.map((operation, row) => {
        const project = projectOf[row]
        return operationStates.indexOf(project ? stateOf(operation, project, nowMs) : 'unscheduled')
      }),
      versions: operations.map(({ version }) => version),
      sequences: operations.map(({ sequence }) => sequence),
      materialReadyMs: operations.map(() => 0),
      families: operations.map(() => ''),
    },
    links: linksOf(operations),
    categories: shop.categories.map(({ categoryId, name, color, capacity, changeovers, kind, supplier }) => ({
      categoryId,
      name,
      color,
      capacity,
      changeovers,
      kind,
      supplier,
      calendar: 0,
    })),
    calendars: [{ name: '', open: [from, to] }],
    from,
    to,
    holidays: [],
    capacitySpans: [],
    barsAtPace: false,
    timeZone: zone,
    now: nowMs,
    change: 0,
  }
}
