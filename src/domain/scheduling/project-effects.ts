import { type RunEffectCounts, type RunEffectKind, runEffectKinds } from '#contract/run-effects.ts'
import { daysBehind } from '../projects/local-day.ts'
import type { PlanMoves } from './plan-moves.ts'
import { isActive } from './schedule-scope.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import type { SnapshotProject } from './shop-snapshot.ts'

/** The effect of a plan on one project, compared with following the previous plan. */
export interface ProjectEffect {
  projectId: string
  kind: RunEffectKind
  /** Latest end of its open work; null = none of it is scheduled, or (after) some of it lost its date. */
  completionBeforeMs: number | null
  completionAfterMs: number | null
  /** Calendar days after the ship date, negative = before it; null = no ship date or no completion. */
  latenessDaysBefore: number | null
  latenessDaysAfter: number | null
  movedDays: number | null
  /** Number of its operations that move when the plan is applied (`isMoved`). */
  movedOperations: number
  unplacedOperations: number
}

/** The data of a plan to compare. Either plan may lack projects or operations of the other. */
export type ComparedPlan = Pick<ShopModel, 'snapshot' | 'projects' | 'inScope'> & {
  readonly operations: readonly Pick<ModelOperation, 'projectRow' | 'status' | 'startMs' | 'endMs' | 'source'>[]
}

interface Tally {
  before: number | null
  after: number | null
  lost: number
  unplaced: number
}

const later = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other)

type ComparedOperation = ComparedPlan['operations'][number]

const rowsById = (projects: readonly SnapshotProject[]): Map<string, number> =>
  new Map(projects.map(({ projectId }, row) => [projectId, row]))

/** Finds operations by id. Both plans nearly always list them in the same order, so a lookup is needed only where they do not. */
const operationsOf = (operations: readonly ComparedOperation[]) => {
  let byId: ReadonlyMap<string, ComparedOperation> | undefined
  return (id: string, index: number): ComparedOperation | undefined => {
    const there = operations[index]
    if (there?.source.operationId === id) return there
    byId ??= new Map(operations.map((operation) => [operation.source.operationId, operation]))
    return byId.get(id)
  }
}

const tallies = (before: ComparedPlan, after: ComparedPlan): Tally[] => {
  const all = after.projects.map((): Tally => ({ before: null, after: null, lost: 0, unplaced: 0 }))
  const rows = rowsById(after.projects)
  const talliesBefore = before.projects.map(({ projectId }) => all[rows.get(projectId) ?? -1])
  for (const { projectRow, status, endMs } of before.operations) {
    const tally = talliesBefore[projectRow]
    if (tally && status !== 'unplaced' && status !== 'completed') tally.before = later(tally.before, endMs)
  }
  const operationBefore = operationsOf(before.operations)
  for (const [index, operation] of after.operations.entries()) {
    const tally = all[operation.projectRow]
    if (!tally || operation.status === 'completed') continue
    const was = operationBefore(operation.source.operationId, index)
    const isPlaced = operation.status !== 'unplaced'
    if (isPlaced) tally.after = later(tally.after, operation.endMs)
    else tally.unplaced++
    if (was && was.status !== 'unplaced' && !isPlaced) tally.lost++
  }
  return all
}

/** The ship dates, which a proposal may change. */
interface DueDates {
  readonly before: number | null
  readonly after: number | null
}

const kindOf = ({ before, after, lost }: Tally, due: DueDates, movedDays: number | null): RunEffectKind | null => {
  // A project that is no longer late only because some of its work is unscheduled has not recovered.
  if (lost > 0) return 'noDate'
  if (after === null) return null
  if (before === null) return 'newDate'
  const [wasLate, isLate] = [due.before !== null && before > due.before, due.after !== null && after > due.after]
  if (wasLate !== isLate) return isLate ? 'becameLate' : 'recovered'
  if (movedDays === null || movedDays === 0) return null
  return movedDays > 0 ? 'later' : 'earlier'
}

const effectOf = (
  { projectId }: SnapshotProject,
  due: DueDates,
  tally: Tally,
  movedOperations: number,
  timeZone: string,
): ProjectEffect | null => {
  const [before, after] = [tally.before, tally.lost > 0 ? null : tally.after]
  const days = (fromMs: number | null, toMs: number | null): number | null =>
    fromMs === null || toMs === null ? null : daysBehind(fromMs, toMs, timeZone)
  const movedDays = days(before, after)
  const kind = kindOf(tally, due, movedDays)
  return (
    kind && {
      projectId,
      kind,
      completionBeforeMs: before,
      completionAfterMs: after,
      latenessDaysBefore: days(due.before, before),
      latenessDaysAfter: days(due.after, after),
      movedDays,
      movedOperations,
      unplacedOperations: tally.unplaced,
    }
  )
}

/** Sort keys of an effect: its severity within its kind. */
const weightsOf = ({ kind, latenessDaysBefore, latenessDaysAfter, movedDays }: ProjectEffect): number[] => {
  const isLate = Number((latenessDaysAfter ?? 0) > 0)
  switch (kind) {
    case 'becameLate':
    case 'newDate':
      return [latenessDaysAfter ?? -Infinity, movedDays ?? 0]
    case 'later':
      return [isLate, movedDays ?? 0]
    case 'noDate':
      return [latenessDaysBefore ?? -Infinity]
    default:
      return [isLate, latenessDaysAfter ?? -Infinity, movedDays ?? 0]
  }
}

const worstFirst = (a: ProjectEffect, b: ProjectEffect): number => {
  const kinds = runEffectKinds.indexOf(a.kind) - runEffectKinds.indexOf(b.kind)
  if (kinds !== 0) return kinds
  const others = weightsOf(b)
  for (const [index, weight] of weightsOf(a).entries()) {
    const other = others[index] ?? 0
    if (weight !== other) return other > weight ? 1 : -1
  }
  return a.projectId < b.projectId ? -1 : 1
}

/**
 * The effects of a plan on the projects in its scope: those that end on another calendar day, become late or recover, and lose or gain a
 * date, worst first. `before` is the same shop with its plan followed from now on, possibly without some changes.
 */
export const projectEffects = (
  before: ComparedPlan,
  after: ComparedPlan,
  { byProject }: Pick<PlanMoves, 'byProject'>,
): ProjectEffect[] => {
  const all = tallies(before, after)
  const { timeZone } = after.snapshot
  const rowsBefore = rowsById(before.projects)
  return after.projects
    .flatMap((project, row): ProjectEffect[] => {
      const tally = all[row]
      if (!tally || !after.inScope(project) || !isActive(project)) return []
      const due = {
        before: before.projects[rowsBefore.get(project.projectId) ?? -1]?.dueMs ?? null,
        after: project.dueMs,
      }
      const effect = effectOf(project, due, tally, byProject.get(project.projectId) ?? 0, timeZone)
      return effect ? [effect] : []
    })
    .sort(worstFirst)
}

export const countEffects = (effects: readonly Pick<ProjectEffect, 'kind'>[]): RunEffectCounts => {
  const counts = { becameLate: 0, later: 0, noDate: 0, newDate: 0, recovered: 0, earlier: 0 }
  for (const { kind } of effects) counts[kind]++
  return counts
}
