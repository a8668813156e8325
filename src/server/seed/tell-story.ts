import type { Placement } from '#contract/placement.ts'
import { runAt } from '#domain/operations/run-at.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { type PlanRow, planRows } from '../services/scheduling/plan-rows.ts'
import { buildShop, type SeedShop } from './build-shop.ts'
import { awaitMaterial, liveThrough, pinToDates, reportNow, workAsPlanned } from './live-through.ts'
import { type PastProject, pastProjects } from './past-projects.ts'
import type { ProjectStory, ShopStory } from './shop-story.ts'

/** The first plan of a story was made this many working days ago. */
const firstPlanDaysAgo = 30
const morning = 6 * 60

export interface SeededShop extends SeedShop {
  readonly placements: ReadonlyMap<string, Placement>
  /** Projects shipped before the story begins; not part of the snapshot. */
  readonly past: readonly PastProject[]
  /** The shop when the plan in force was made, and the engine's result for it. */
  readonly plannedFrom: ShopSnapshot
  readonly result: ScheduleResult
  /** Dates of the previous plan. */
  readonly planBefore: readonly PlanRow[]
}

/** A project at the time a plan was made; null = it did not exist yet. */
type ThenOf = (story: ProjectStory) => Partial<SnapshotProject> | null

/** The engine's plan for the shop at an earlier moment. */
const planOf = (shop: SeedShop, nowMs: number, thenOf: ThenOf): { then: ShopSnapshot; result: ScheduleResult } => {
  const projects = shop.snapshot.projects.flatMap((project) => {
    const story = shop.storyOf.get(project.projectId)
    const before = story && thenOf(story)
    if (!story || !before) return []
    const heldThen = story.held && story.held.daysAgo > shop.story.planDaysAgo ? story.held.step : -1
    const operations = project.operations.map((operation, step) => ({ ...operation, onHold: step === heldThen }))
    return [{ ...project, ...before, operations }]
  })
  const broken = new Set(shop.story.breakdowns.map(({ name }) => name))
  const wasKnown = ({ name }: { readonly name: string }): boolean => !broken.has(name)
  const exceptions = shop.snapshot.exceptions.filter(wasKnown)
  const capacitySpans = (shop.snapshot.capacitySpans ?? []).filter(wasKnown)
  const then = { ...shop.snapshot, nowMs, exceptions, capacitySpans, projects }
  const result = scheduleShop(then, { scope: 'all', seed: 1 })
  if ('cancelled' in result) throw new Error('Nobody cancelled the plan of the demo')
  return { then, result }
}

/** Stores a plan in the same way as a run. */
const store = (
  shop: SeedShop,
  { then, result }: { then: ShopSnapshot; result: ScheduleResult },
  placements: Map<string, Placement>,
): void => {
  const all = shop.snapshot.projects.flatMap(({ operations }) => operations)
  const known = new Map(all.map((operation) => [operation.operationId, operation]))
  for (const { o, s, e, p, c } of planRows(then, result.operations)) {
    const operation = known.get(o)
    if (!operation) continue
    Object.assign(operation, runAt(operation, c ?? null))
    operation.scheduledStartMs = s
    operation.scheduledEndMs = e
    placements.set(o, p)
  }
}

/**
 * Plays an organization's story up to now. Weeks ago the engine made a plan, and the shop followed it. A week ago the
 * engine made the plan in force for the shop of that day. Since then the shop has followed that plan, with the events of
 * the story. So the plan was feasible when it was made, and every deviation from it has a reason.
 */
export const buildStory = (story: ShopStory, nowMs: number): SeededShop => {
  const shop = buildShop(story, nowMs)
  const { snapshot, storyOf } = shop
  const { planDaysAgo } = story
  const placements = new Map<string, Placement>()
  const plannedAtMs = shop.dayMs(-planDaysAgo, morning)
  const isFinished = ({ phase }: ProjectStory): boolean => phase === 'complete' || phase === 'shipped'

  const first = planOf(shop, shop.dayMs(-firstPlanDaysAgo, morning), (project) => {
    if (project.startsInDays >= -planDaysAgo) return null
    return { phase: 'production', ...(isFinished(project) && { priority: 100 }) }
  })
  const planBefore = planRows(first.then, first.result.operations)
  store(shop, first, placements)
  workAsPlanned(snapshot, storyOf, first.result.operations, plannedAtMs)

  pinToDates(snapshot, storyOf, shop.dayMs)
  awaitMaterial(snapshot, storyOf, shop.dayMs)
  const inForce = planOf(shop, plannedAtMs, ({ isNew, called }) => {
    if (isNew) return null
    const { shipsInDays, priority } = called ?? {}
    return {
      ...(shipsInDays !== undefined && { dueMs: endOfDayMs(shop.dayMs(shipsInDays), story.timeZone) }),
      ...(priority !== undefined && { priority }),
    }
  })
  store(shop, inForce, placements)
  liveThrough(snapshot, storyOf, plannedAtMs)
  reportNow(snapshot, storyOf)
  const { then: plannedFrom, result } = inForce
  return { ...shop, placements, past: pastProjects(shop), plannedFrom, result, planBefore }
}
