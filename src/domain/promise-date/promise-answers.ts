import type { PlacementFactor, UnplacedReason } from '#contract/placement.ts'
import type { PromiseKind } from '#contract/promise-date.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { runAt } from '../operations/run-at.ts'
import { effectsBetween, followPlan } from '../proposals/compare-with-forecast.ts'
import { isStarted } from '../scheduling/operation-work.ts'
import type { ProjectEffect } from '../scheduling/project-effects.ts'
import type { ScheduledOperation, ScheduleResult } from '../scheduling/schedule-result.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop, StoppedError } from '../scheduling/stopped.ts'
import { limitOf, type PromiseLimit } from './promise-limit.ts'

/** When new work could end, and which projects it delays; instants in epoch ms. */
export interface ComputedAnswer {
  readonly kind: PromiseKind
  readonly priority: number
  /** null = no date, for the reason in `unplaced`. */
  readonly completionMs: number | null
  readonly operations: readonly ScheduledOperation[]
  readonly limit: PromiseLimit | null
  readonly unplaced: { readonly operationId: string; readonly reason: UnplacedReason } | null
  /** Most delayed first. */
  readonly delayed: readonly ProjectEffect[]
}

type Dates = ReadonlyMap<string, ScheduledOperation>

const datesOf = ({ operations }: Pick<ScheduleResult, 'operations'>): Dates =>
  new Map(operations.map((operation) => [operation.operationId, operation]))

const datedAt = (operation: SnapshotOperation, at: ScheduledOperation | undefined): SnapshotOperation => ({
  ...operation,
  scheduledStartMs: at?.startMs ?? null,
  scheduledEndMs: at?.endMs ?? null,
})

const isPlaced = (at: ScheduledOperation | undefined): boolean => (at?.startMs ?? null) !== null

/**
 * Whether no working time is left for an operation, or for one that it waits for. Its planned dates must go: with them, it could still take
 * the time of the new work.
 */
const hasNoTime = (dates: Dates, at: ScheduledOperation | undefined): boolean => {
  const unplaced = at?.placement.unplaced
  if (unplaced?.code === 'waitsForUnplaced') return hasNoTime(dates, dates.get(unplaced.operationId))
  return unplaced?.code === 'noWorkingTime'
}

/** The operation with the dates and work center assigned to it. */
const placedAt = (operation: SnapshotOperation, at: ScheduledOperation | undefined): SnapshotOperation =>
  datedAt(at?.categoryId === undefined ? operation : runAt(operation, at.categoryId), at)

const withOperations = (
  snapshot: ShopSnapshot,
  change: (operation: SnapshotOperation) => SnapshotOperation,
): ShopSnapshot => ({
  ...snapshot,
  projects: snapshot.projects.map((project) => ({ ...project, operations: project.operations.map(change) })),
})

/** A shop together with its forecast. */
interface Followed {
  readonly snapshot: ShopSnapshot
  readonly forecast: ScheduleResult
  readonly dates: Dates
  readonly shouldStop: ShouldStop
}

const follow = (snapshot: ShopSnapshot, shouldStop: ShouldStop): Followed => {
  const forecast = followPlan(snapshot, shouldStop)
  return { snapshot, forecast, dates: datesOf(forecast), shouldStop }
}

const fixed: ReadonlySet<PlacementFactor['code']> = new Set(['started', 'pinned', 'frozen'])

const giveWay: Record<PromiseKind, (project: SnapshotProject, priority: number) => boolean> = {
  behindAll: () => false,
  byPriority: (project, priority) => project.priority < priority,
  first: () => true,
}

/**
 * Open work that makes room for the draft, except for that in `needed`. Work keeps its dates if other work that keeps its dates depends
 * on it.
 */
const givingWay = (
  { snapshot, dates }: Followed,
  kind: PromiseKind,
  priority: number,
  needed: ReadonlySet<string>,
): ReadonlySet<string> => {
  const giving = new Set<string>()
  const waiting = new Map<string, readonly string[]>()
  const keeping: string[] = []
  for (const project of snapshot.projects) {
    const mayGive = giveWay[kind](project, priority)
    for (const operation of project.operations) {
      const { operationId, dependencies } = operation
      const at = dates.get(operationId)
      if (isCompleted(operation) || !at || at.startMs === null) continue
      const isFixed = at.placement.factors.some(({ code }) => fixed.has(code))
      if (mayGive && !isFixed && !needed.has(operationId)) giving.add(operationId)
      else keeping.push(operationId)
      waiting.set(
        operationId,
        dependencies.map((dependency) => dependency.operationId),
      )
    }
  }
  for (let id = keeping.pop(); id !== undefined; id = keeping.pop()) {
    for (const before of waiting.get(id) ?? []) if (giving.delete(before)) keeping.push(before)
  }
  return giving
}

/** The first possible slots for the draft, next to the work that keeps its forecast dates. */
const placeDraft = (
  { snapshot, dates, shouldStop }: Followed,
  draft: SnapshotProject,
  giving: ReadonlySet<string>,
): readonly ScheduledOperation[] => {
  const wanted = new Set(
    draft.operations.flatMap(({ categoryId, poolId, alternatives = [] }) => [
      categoryId,
      poolId,
      ...alternatives.map((other) => other.categoryId),
    ]),
  )
  const isWanted = (id: string | null | undefined): boolean => id != null && wanted.has(id)
  const isInTheWay = ({ operationId, categoryId, poolId }: SnapshotOperation): boolean =>
    (isWanted(categoryId) || isWanted(poolId)) && !giving.has(operationId)
  const projects = snapshot.projects.map((project) => ({
    ...project,
    operations: project.operations
      .filter(isInTheWay)
      .map((operation) => datedAt(operation, dates.get(operation.operationId))),
  }))
  const beside = { ...snapshot, freezeWorkingDays: 0, projects: [...projects, draft] }
  const outcome = scheduleShop(beside, { scope: { projectId: draft.projectId }, shouldStop })
  if ('cancelled' in outcome) throw new StoppedError()
  return outcome.operations
}

/** Schedules the whole shop with the placed draft: work that makes room follows in its order, around everything with fixed dates. */
const makeRoom = (
  { snapshot, forecast, dates, shouldStop }: Followed,
  draft: SnapshotProject,
  giving: ReadonlySet<string>,
): { readonly after: ShopSnapshot; readonly result: ScheduleResult } => {
  const after = { ...snapshot, projects: [...snapshot.projects, draft] }
  if (giving.size === 0) {
    const own = draft.operations.map(({ operationId, scheduledStartMs, scheduledEndMs }) => {
      const placement = { factors: [], unplaced: null, warnings: [] }
      return { operationId, projectId: draft.projectId, startMs: scheduledStartMs, endMs: scheduledEndMs, placement }
    })
    return { after, result: { ...forecast, operations: [...forecast.operations, ...own] } }
  }
  const isDraft = new Set(draft.operations.map(({ operationId }) => operationId))
  const pinned = withOperations(after, (operation) => {
    const { operationId } = operation
    if (isCompleted(operation)) return operation
    if (isDraft.has(operationId)) return { ...operation, pinned: true }
    const at = dates.get(operationId)
    // Without a place in the forecast, work has no dates at which it could be held.
    return { ...datedAt(operation, at), pinned: isPlaced(at) ? !giving.has(operationId) : operation.pinned }
  })
  return { after, result: followPlan({ ...pinned, freezeWorkingDays: 0 }, shouldStop) }
}

const delays: ReadonlySet<ProjectEffect['kind']> = new Set(['becameLate', 'later', 'noDate'])

interface Promised {
  readonly answer: ComputedAnswer
  /** The shop with the draft at its dates, and the resulting dates of all work. */
  readonly after: ShopSnapshot
  readonly result: ScheduleResult
}

/**
 * Work that must not make room after all: without it between two others, the changeover from one to the other takes longer than the time
 * between them. Only a changeover that is shorter through a third setup family leads to that.
 */
const neededBetween = (
  { snapshot, dates }: Followed,
  { operations }: ScheduleResult,
  giving: ReadonlySet<string>,
): readonly string[] => {
  const gaps = operations.flatMap(({ operationId, placement: { warnings } }) => {
    const before = dates.get(operationId)
    const known = new Set(before?.placement.warnings.map(({ code }) => code))
    return warnings.flatMap((warning) =>
      warning.code === 'changeoverTooShort' && !known.has(warning.code)
        ? [
            {
              fromMs: dates.get(warning.operationId)?.startMs ?? Infinity,
              toMs: before?.startMs ?? -Infinity,
              operationId,
            },
          ]
        : [],
    )
  })
  if (gaps.length === 0) return []
  const centerOf = new Map(
    snapshot.projects.flatMap((project) =>
      project.operations.map(({ operationId, categoryId }) => [operationId, categoryId] as const),
    ),
  )
  return [...giving].filter((id) => {
    const startMs = dates.get(id)?.startMs ?? -Infinity
    return gaps.some(
      ({ fromMs, toMs, operationId }) =>
        startMs >= fromMs && startMs <= toMs && centerOf.get(id) === centerOf.get(operationId),
    )
  })
}

const promise = (
  followed: Followed,
  asked: SnapshotProject,
  kind: PromiseKind,
  needed: ReadonlySet<string> = new Set(),
): Promised => {
  const { snapshot, forecast } = followed
  const draft = kind === 'first' ? { ...asked, priority: 100 } : asked
  const { priority } = draft
  const giving = givingWay(followed, kind, priority, needed)
  const operations = placeDraft(followed, draft, giving)
  const lost = operations.find(({ placement: { unplaced } }) => unplaced && unplaced.code !== 'waitsForUnplaced')
  if (lost?.placement.unplaced) {
    const unplaced = { operationId: lost.operationId, reason: lost.placement.unplaced }
    const answer = { kind, priority, completionMs: null, operations, limit: null, unplaced, delayed: [] }
    return { answer, after: snapshot, result: forecast }
  }
  const dated = draft.operations.map((operation, index) => placedAt(operation, operations[index]))
  const { after, result } = makeRoom(followed, { ...draft, operations: dated }, giving)
  const more = neededBetween(followed, result, giving)
  if (more.length > 0) return promise(followed, asked, kind, new Set([...needed, ...more]))
  const effects = giving.size === 0 ? [] : effectsBetween(snapshot, forecast, after, result)
  const answer = {
    kind,
    priority,
    completionMs: operations.reduce((last, { endMs }) => Math.max(last, endMs ?? last), -Infinity),
    operations,
    limit: limitOf(snapshot, draft, operations),
    unplaced: null,
    delayed: effects.filter((effect) => delays.has(effect.kind)),
  }
  return { answer, after, result }
}

/**
 * **When new work could ship**, with one answer for each kind. `draft` is a project of the organization that does not exist yet. Its
 * operations take the first slots next to the forecast of all work that does not make room for it. Throws `StoppedError`.
 */
export const promiseAnswers = (
  snapshot: ShopSnapshot,
  draft: SnapshotProject,
  kinds: readonly PromiseKind[],
  shouldStop: ShouldStop = neverStop,
): ComputedAnswer[] => {
  const followed = follow(snapshot, shouldStop)
  return kinds.map((kind) => promise(followed, draft, kind).answer)
}

/** An answer turned into a plan: the shop with new planned dates, and its forecast. */
export interface PromisedPlan {
  readonly answer: ComputedAnswer
  readonly after: ShopSnapshot
  readonly forecast: ScheduleResult
  /** Operations of other projects whose planned dates the plan sets. */
  readonly datedIds: ReadonlySet<string>
}

/**
 * The planned dates with which the forecast of the new plan matches the answer. Only work that made room gets new dates. If work behind
 * plan would overtake the new operations, all work is planned at its forecast dates. Throws `StoppedError`.
 */
export const promisedPlan = (
  snapshot: ShopSnapshot,
  draft: SnapshotProject,
  kind: PromiseKind,
  shouldStop: ShouldStop = neverStop,
): PromisedPlan => {
  const followed = follow(snapshot, shouldStop)
  const { answer, after, result } = promise(followed, draft, kind)
  const landing = datesOf(result)
  const movable = snapshot.projects
    .flatMap(({ operations }) => operations)
    .filter((operation) => {
      const { operationId } = operation
      const hasDates = isPlaced(landing.get(operationId))
      const losesDates = [landing, followed.dates].some((dates) => hasNoTime(dates, dates.get(operationId)))
      return (hasDates || losesDates) && !isCompleted(operation) && !isStarted(operation)
    })
    .map(({ operationId }) => operationId)
  const isSame = (one: ScheduledOperation | undefined, other: ScheduledOperation | undefined): boolean =>
    one?.startMs === other?.startMs && one?.endMs === other?.endMs
  const planOf = (operationIds: readonly string[]): PromisedPlan => {
    const datedIds = new Set(operationIds)
    const dated = withOperations(after, (operation) =>
      datedIds.has(operation.operationId) ? datedAt(operation, landing.get(operation.operationId)) : operation,
    )
    return { answer, after: dated, forecast: followPlan(dated, shouldStop), datedIds }
  }
  const plan = planOf(movable.filter((id) => !isSame(followed.dates.get(id), landing.get(id))))
  const isKept = plan.forecast.operations.every((operation) => isSame(operation, landing.get(operation.operationId)))
  return isKept ? plan : planOf(movable)
}
