import type { Placement } from '#contract/placement.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { planRows } from '../jobs/plan-rows.ts'
import { buildShop, type SeedShop } from './build-shop.ts'
import { letDatesStand } from './let-dates-stand.ts'
import { liveThrough } from './live-through.ts'
import { type PastProject, pastProjects } from './past-projects.ts'
import type { ProjectStory, ShopStory } from './shop-story.ts'

/** The first plan of the story was made so many days ago, the present one so many working days ago. */
const firstPlanDaysAgo = 40
const lastPlanWorkingDaysAgo = 1
const morning = 6 * 60

export interface ToldShop extends SeedShop {
  readonly placements: ReadonlyMap<string, Placement>
  /** What was shipped before the story begins; not part of the snapshot. */
  readonly past: readonly PastProject[]
  /** When the present plan was made, and what the engine said of it. */
  readonly plannedAtMs: number
  readonly result: ScheduleResult
}

/** 06:00 of the day that lies `days` working days before `today`. */
const morningBefore = (snapshot: ShopSnapshot, today: string, days: number): number => {
  const calendar = shopCalendars(snapshot, dateOnlyToMs(addDays(today, -60), snapshot.timeZone)).organisation
  const noon = (date: string) => dateOnlyToMs(date, snapshot.timeZone, 0)
  let date = today
  for (let left = days; left > 0; ) {
    date = addDays(date, -1)
    if (calendar.toWork(noon(addDays(date, 1))) > calendar.toWork(noon(date))) left--
  }
  return dateOnlyToMs(date, snapshot.timeZone, morning)
}

/** The shop at an earlier moment: only projects in `phaseThen`, which says null for those that were not there yet. */
const plan = (
  shop: SeedShop,
  nowMs: number,
  phaseThen: (story: ProjectStory) => ProjectPhase | null,
): { then: ShopSnapshot; result: ScheduleResult } => {
  const projects = shop.snapshot.projects.flatMap((project) => {
    const story = shop.storyOf.get(project.projectId)
    const phase = story ? phaseThen(story) : null
    if (!story || phase === null) return []
    const wasFinished = story.phase === 'complete' || story.phase === 'shipped'
    return [{ ...project, phase, priority: wasFinished ? 100 : project.priority }]
  })
  const then = { ...shop.snapshot, nowMs, projects }
  const result = scheduleShop(then, { scope: 'all', seed: 1 })
  if ('cancelled' in result) throw new Error('Nobody cancelled the plan of the demo')
  return { then, result }
}

const apply = (
  shop: SeedShop,
  { then, result }: { then: ShopSnapshot; result: ScheduleResult },
  placements: Map<string, Placement>,
  keepsDates: (story: ProjectStory) => boolean,
): void => {
  const kept = new Set(
    shop.snapshot.projects
      .filter(({ projectId }) => keepsDates(shop.storyOf.get(projectId) as ProjectStory))
      .flatMap(({ operations }) => operations.map(({ operationId }) => operationId)),
  )
  const operations = new Map<string, SnapshotOperation>(
    shop.snapshot.projects.flatMap(({ operations: list }) =>
      list.map((operation) => [operation.operationId, operation]),
    ),
  )
  for (const { o, s, e, p } of planRows(then, result.operations)) {
    const operation = operations.get(o)
    if (!operation || kept.has(o)) continue
    operation.scheduledStartMs = s
    operation.scheduledEndMs = e
    placements.set(o, p)
  }
}

/** Of the operations planned to end since `fromMs`, every seventh takes longer than planned. */
const slowOnes = ({ projects }: ShopSnapshot, fromMs: number, toMs: number): Set<string> =>
  new Set(
    projects
      .flatMap(({ operations }) => operations)
      .filter(
        ({ scheduledEndMs: end, actualEndMs }) => actualEndMs === null && end !== null && end > fromMs && end <= toMs,
      )
      .sort((a, b) => (a.scheduledEndMs ?? 0) - (b.scheduledEndMs ?? 0))
      .filter((_operation, index) => index % 7 === 3)
      .map(({ operationId }) => operationId),
  )

/**
 * Plays an organisation's story up to now: a first plan weeks ago, the shop works it off, a second plan a few days ago,
 * the shop works on, and some dates still stand where they were promised. So every actual date lies in working time and within capacity, the present plan is a little out of
 * date as plans are, and new work waits to be scheduled.
 */
export const tellStory = (story: ShopStory, nowMs: number): ToldShop => {
  const shop = buildShop(story, nowMs)
  const { snapshot, today, storyOf } = shop
  const placements = new Map<string, Placement>()
  const firstPlanMs = dateOnlyToMs(addDays(today, -firstPlanDaysAgo), story.timeZone, morning)
  const plannedAtMs = morningBefore(snapshot, today, lastPlanWorkingDaysAgo)

  const inProduction = (project: ProjectStory): ProjectPhase | null => (project.startsInDays > 0 ? null : 'production')
  apply(shop, plan(shop, firstPlanMs, inProduction), placements, () => false)
  liveThrough(snapshot, storyOf, plannedAtMs, new Set())

  const asNow = (project: ProjectStory): ProjectPhase | null => (project.isNew ? null : project.phase)
  const present = plan(shop, plannedAtMs, asNow)
  apply(shop, present, placements, ({ isNew }) => isNew === true)
  for (const { projectId, operations } of snapshot.projects) {
    const pinned = operations[storyOf.get(projectId)?.pinnedStep ?? -1]
    if (pinned?.scheduledStartMs != null && pinned.scheduledStartMs > nowMs) pinned.pinned = true
  }
  liveThrough(snapshot, storyOf, nowMs, slowOnes(snapshot, plannedAtMs, nowMs))
  letDatesStand(shop, placements, plannedAtMs)
  return { ...shop, placements, past: pastProjects(shop), plannedAtMs, result: present.result }
}
