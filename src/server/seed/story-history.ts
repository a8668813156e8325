import type { HistoryEntry } from '#contract/history.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { statusAfterPhase } from '#domain/projects/follow-phase.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '../context.ts'
import type { historyEntries } from '../db/tables/history.table.ts'
import type { PastProject } from './past-projects.ts'
import type { Random } from './random.ts'
import type { SeededShop } from './tell-story.ts'

type HistoryRow = typeof historyEntries.$inferInsert
type Line = Pick<HistoryRow, 'entity' | 'entityId' | 'projectId' | 'action' | 'changes'> & { readonly atMs: number }

const firstStatus = (phase: ProjectPhase): ProjectStatus =>
  statusAfterPhase(phase, phase === 'submittals' ? 'New' : 'In Progress')

/** History of a project: its creation, and one change for each further phase. */
const projectLines = (
  project: SnapshotProject,
  customer: string,
  createdMs: number,
  stages: readonly (readonly [phase: ProjectPhase, atMs: number])[],
): Line[] => {
  const { projectId, projectNumber, projectName, priority } = project
  const base = { entity: 'project', entityId: projectId, projectId } as const
  const begins = {
    projectNumber,
    projectName,
    customerName: customer,
    priority,
    status: 'New',
    currentPhase: 'submittals',
  }
  const lines: Line[] = [
    {
      ...base,
      atMs: createdMs,
      action: 'create',
      changes: Object.entries(begins).map(([field, to]) => ({ field, from: null, to })),
    },
  ]
  let before: ProjectPhase = 'submittals'
  let atMs = createdMs
  for (const [phase, wantedMs] of stages) {
    atMs = Math.max(atMs + 60_000, wantedMs)
    const [from, to] = [firstStatus(before), firstStatus(phase)]
    const changes: HistoryEntry['changes'] = [{ field: 'currentPhase', from: before, to: phase }]
    if (from !== to) changes.push({ field: 'status', from, to })
    lines.push({ ...base, atMs, action: 'update', changes })
    before = phase
  }
  return lines
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** History of an operation: its start, and a later report of its progress. */
const operationLines = (projectId: string, operation: SnapshotOperation, reportedMs: number): Line[] => {
  const { operationId, actualStartMs, actualEndMs, progressPercentage } = operation
  if (actualStartMs === null) return []
  const base = { entity: 'operation', entityId: operationId, projectId, action: 'update' } as const
  const begun = Math.min(5, progressPercentage)
  const status = actualEndMs === null ? 'In Progress' : 'Completed'
  const start: Line = {
    ...base,
    atMs: actualStartMs,
    changes: [
      { field: 'status', from: 'Pending', to: 'In Progress' },
      { field: 'progressPercentage', from: 0, to: begun },
      { field: 'actualStartDate', from: null, to: iso(actualStartMs) },
    ],
  }
  if (progressPercentage <= begun) return [start]
  const changes: HistoryEntry['changes'] = [{ field: 'progressPercentage', from: begun, to: progressPercentage }]
  if (status === 'Completed') {
    changes.push({ field: 'status', from: 'In Progress', to: status })
    changes.push({ field: 'actualEndDate', from: null, to: iso(actualEndMs) })
  }
  return [start, { ...base, atMs: Math.max(actualStartMs, actualEndMs ?? reportedMs), changes }]
}

/** Events of a project since the plan in force was made: the customer called, work was put on hold. */
const eventLines = (
  { projectId, operations }: SnapshotProject,
  { storyOf, dayMs: atDay, snapshot }: SeededShop,
): Line[] => {
  const { called, held, runsOver, shipsInDays, priority } = storyOf.get(projectId) ?? {}
  const lines: Line[] = []
  if (called) {
    const changes: HistoryEntry['changes'] = []
    const [from, to] = [called.shipsInDays, shipsInDays]
    if (from !== undefined && to !== undefined)
      changes.push({ field: 'plannedShipDate', from: iso(atDay(from)), to: iso(atDay(to)) })
    if (called.priority !== undefined) changes.push({ field: 'priority', from: called.priority, to: priority })
    const atMs = atDay(-called.daysAgo, 11 * 60 + 20)
    lines.push({ entity: 'project', entityId: projectId, projectId, action: 'update', atMs, changes })
  }
  const hold = (step: number, daysAgo: number): void => {
    const operation = operations[step]
    if (!operation?.onHold) return
    const { operationId, actualStartMs } = operation
    const wantedMs = Math.max(atDay(-daysAgo, 10 * 60 + 10), (actualStartMs ?? 0) + hourMs)
    const atMs = Math.min(wantedMs, snapshot.nowMs - hourMs / 4)
    const changes = [
      { field: 'status', from: actualStartMs === null ? 'Pending' : 'In Progress', to: 'On Hold' },
      { field: 'onHold', from: false, to: true },
    ]
    lines.push({ entity: 'operation', entityId: operationId, projectId, action: 'update', atMs, changes })
  }
  if (held) hold(held.step, held.daysAgo)
  if (runsOver?.isHeld) hold(runsOver.step, 1)
  return lines
}

const order: readonly ProjectPhase[] = ['submittals', 'engineering', 'production', 'complete', 'shipped']

/** The times at which a project entered its phases up to the current one. */
const stagesOf = (project: SnapshotProject, shippedMs: number, nowMs: number): [ProjectPhase, number][] => {
  const ends = project.operations.flatMap(({ actualEndMs }) => actualEndMs ?? [])
  const starts = project.operations.flatMap(({ actualStartMs }) => actualStartMs ?? [])
  const phase = project.phase as ProjectPhase
  const entered: Partial<Record<ProjectPhase, number>> = {
    engineering: project.engineeringReleaseMs ?? nowMs,
    production: Math.min(project.productionStartMs ?? nowMs, ...starts),
    complete: Math.max(...ends, 0),
    shipped: shippedMs,
  }
  const reached = order.indexOf(phase)
  const stages = order.slice(1, reached < 0 ? 3 : reached + 1)
  const list = stages.map((stage): [ProjectPhase, number] => [stage, entered[stage] ?? nowMs])
  // The project was set aside two days after the last work on it.
  if (reached < 0)
    list.push([phase, Math.max(...starts, ...ends, (project.productionStartMs ?? nowMs) + 2 * dayMs) + 2 * dayMs])
  return list.map(([stage, atMs]) => [stage, Math.min(atMs, nowMs - hourMs)])
}

/** The time at which a project was created; projects in the plan in force were created before it was made. */
export const createdMs = (seeded: SeededShop, { projectId, customerReleaseMs }: SnapshotProject): number => {
  const { nowMs } = seeded.snapshot
  const releasedMs = customerReleaseMs ?? nowMs
  if (seeded.storyOf.get(projectId)?.isNew) return Math.min(releasedMs, nowMs - hourMs)
  return Math.min(releasedMs - 2 * dayMs, seeded.plannedFrom.nowMs - dayMs)
}

/** The history of a story's shop: the phases of its projects, including past ones, and the reported progress. */
export const storyHistory = (ctx: TenantContext, seeded: SeededShop, random: Random): HistoryRow[] => {
  const { snapshot, storyOf, past } = seeded
  const { nowMs } = snapshot
  const calendars = shopCalendars(snapshot, nowMs - 100 * dayMs)
  const reportedMs = ({ actualStartMs, durationHours, progressPercentage, categoryId }: SnapshotOperation): number => {
    const calendar = calendars.byCategory.get(categoryId ?? '') ?? calendars.standard
    const done = calendar.toWork(actualStartMs ?? nowMs) + (durationHours * progressPercentage * hourMs) / 100
    return Math.min(calendar.endWall(done), nowMs - hourMs / 4)
  }
  const shipped = (project: SnapshotProject) => (project.dueMs ?? nowMs) - 10 * hourMs
  const present = snapshot.projects.flatMap((project) => [
    ...projectLines(
      { ...project, priority: storyOf.get(project.projectId)?.called?.priority ?? project.priority },
      storyOf.get(project.projectId)?.customer ?? '',
      createdMs(seeded, project),
      stagesOf(project, shipped(project), nowMs),
    ),
    ...project.operations.flatMap((row) => operationLines(project.projectId, row, reportedMs(row))),
    ...eventLines(project, seeded),
  ])
  const before = past.flatMap(({ project, customer, actualShipMs, completedMs }: PastProject) =>
    projectLines(project, customer, createdMs(seeded, project), [
      ['engineering', (project.engineeringReleaseMs ?? 0) as number],
      ['production', (project.productionStartMs ?? 0) as number],
      ['complete', completedMs],
      ['shipped', actualShipMs],
    ]),
  )
  return [...before, ...present]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...line }) => ({
      tenantId: ctx.tenantId,
      historyId: random.uuid(),
      at: new Date(atMs),
      userId: ctx.userId,
      userName: ctx.userName,
      source: 'screen' as const,
      requestId: random.uuid(),
      ...line,
    }))
}
