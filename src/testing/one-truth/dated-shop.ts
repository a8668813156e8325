import { sql } from 'drizzle-orm'
import type { Placement } from '#contract/placement.ts'
import { type ProjectPhase, projectPhases } from '#contract/vocabulary.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TenantContext } from '#server/context.ts'
import { insertShop } from '#server/seed/insert-shop.ts'
import { Random } from '#server/seed/random.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { writeTenant } from '#server/services/records/write-tenant.ts'
import { createTenant } from '#server/services/tenants/create-tenant.ts'
import { buildUser } from '../builders/build-user.ts'
import { planned } from '../plan-as-present.ts'
import type { TestServer } from '../server-harness.ts'

const zones = ['America/Chicago', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'] as const
const workdays = [1, 2, 3, 4, 5]
const allDays = [1, 2, 3, 4, 5, 6, 7]
/** Most projects are active; every other phase occurs too. */
const phases: readonly ProjectPhase[] = [...projectPhases, 'production', 'production', 'production', 'engineering']

interface Scene {
  readonly random: Random
  /** A separate generator for materials, so that the rest of the shop does not depend on them. */
  readonly delivery: Random
  readonly nowMs: number
  readonly centerIds: readonly string[]
}

const shift = (shiftId: string, name: string, days: readonly number[], fromMinute: number, toMinute: number) => ({
  shiftId,
  name,
  versions: [{ effectiveFrom: null, periods: days.map((weekday) => ({ weekday, fromMinute, toMinute })), breaks: [] }],
})

/** An operation that is completed, started, waiting, held or unscheduled, with dates before and after now. */
const anOperation = (
  { random, delivery, nowMs, centerIds }: Scene,
  before: readonly SnapshotOperation[],
): Omit<SnapshotOperation, 'name' | 'sequence'> => {
  const kind = random.pick(['done', 'begun', 'begun', 'waiting', 'waiting', 'waiting', 'held', 'unplanned'] as const)
  const isBegun = kind === 'done' || kind === 'begun'
  const startMs = nowMs + random.integer(isBegun ? -800 : -200, isBegun ? -1 : 500) * 30 * minuteMs
  const endMs = startMs + random.integer(1, 60) * 30 * minuteMs
  const isPlanned = kind !== 'unplanned'
  return {
    operationId: random.uuid(),
    durationHours: random.integer(0, 80) / 4,
    progressPercentage: kind === 'done' ? 100 : kind === 'begun' ? random.integer(0, 99) : 0,
    onHold: kind === 'held',
    pinned: isPlanned && random.next() < 0.15,
    categoryId: random.next() < 0.1 ? null : random.pick(centerIds),
    dependencies: before.flatMap(({ operationId }, index) =>
      random.next() < (index === before.length - 1 ? 0.7 : 0.15)
        ? [{ operationId, lagHours: random.pick([0, 0, 2.5]) }]
        : [],
    ),
    materialReadyMs: delivery.next() < 0.2 ? nowMs + delivery.integer(-300, 300) * 30 * minuteMs : null,
    scheduledStartMs: isPlanned ? startMs : null,
    scheduledEndMs: isPlanned ? endMs : null,
    actualStartMs: isBegun ? startMs : null,
    actualEndMs: kind === 'done' ? Math.min(nowMs, endMs) : null,
  }
}

const aProject = (scene: Scene, timeZone: string, index: number): SnapshotProject => {
  const { random, nowMs } = scene
  const operations: SnapshotOperation[] = []
  for (let left = random.integer(0, 6); left > 0; left--) {
    const sequence = (operations.length + 1) * 10
    operations.push({ ...anOperation(scene, operations), name: `Step ${sequence}`, sequence })
  }
  return {
    projectId: random.uuid(),
    projectNumber: String(3000 + index),
    projectName: `Project ${index}`,
    phase: random.pick(phases),
    priority: random.integer(0, 100),
    productionStartMs: random.next() < 0.2 ? nowMs + random.integer(-10, 10) * dayMs : null,
    engineeringReleaseMs: null,
    customerReleaseMs: null,
    dueMs: random.next() < 0.1 ? null : endOfDayMs(nowMs + random.integer(-15, 25) * dayMs, timeZone),
    operations,
  }
}

/** Work that ends exactly at the limit of a state: at its need-by date, two days before, one minute after, and now, almost completed. */
const onTheBound = ({ random, nowMs, centerIds }: Scene, timeZone: string): SnapshotProject[] => {
  const roundTheClock = valueAt(centerIds, 2)
  const dueMs = endOfDayMs(nowMs + 6 * dayMs, timeZone)
  const pinnedTo = (startMs: number, durationHours: number, sequence = 10) => ({
    operationId: random.uuid(),
    name: `Bound ${sequence}`,
    sequence,
    durationHours,
    progressPercentage: 0,
    onHold: false,
    pinned: true,
    categoryId: roundTheClock,
    dependencies: [],
    materialReadyMs: null,
    scheduledStartMs: startMs,
    scheduledEndMs: startMs + durationHours * hourMs,
    actualStartMs: null,
    actualEndMs: null,
  })
  const project = (number: string, operations: SnapshotOperation[]): SnapshotProject => ({
    projectId: random.uuid(),
    projectNumber: number,
    projectName: `Bound ${number}`,
    phase: 'production',
    priority: 100,
    productionStartMs: null,
    engineeringReleaseMs: null,
    customerReleaseMs: null,
    dueMs,
    operations,
  })
  const endsNow = { ...pinnedTo(nowMs - 2 * hourMs, 2), pinned: false, actualStartMs: nowMs - 2 * hourMs }
  return [
    project('B1', [pinnedTo(dueMs - 4 * hourMs, 4)]),
    project('B2', [pinnedTo(dueMs - 2 * dayMs - 4 * hourMs, 4)]),
    project('B3', [pinnedTo(dueMs - 4 * hourMs + minuteMs, 4)]),
    project('B4', [{ ...endsNow, progressPercentage: 99 }]),
  ]
}

const aShop = (random: Random, timeZone: string, nowMs: number): ShopSnapshot => {
  const [day, always] = [random.uuid(), random.uuid()]
  const category = (name: string, capacity: number, shiftId: string | null) => ({
    categoryId: random.uuid(),
    name,
    capacity,
    shiftId,
  })
  const categories = [category('Cutting', 1, null), category('Welding', 2, day), category('Furnace', 60, always)]
  const scene = {
    random,
    delivery: new Random(nowMs % 1_000_003),
    nowMs,
    centerIds: categories.map(({ categoryId }) => categoryId),
  }
  const projects = Array.from({ length: 14 }, (_, index) => aProject(scene, timeZone, index))
  return {
    nowMs,
    timeZone,
    freezeWorkingDays: 0,
    defaultShiftId: day,
    shifts: [shift(day, 'Day', workdays, 360, 960), shift(always, 'Always', allDays, 0, 1440)],
    holidays: [],
    closedDayRule: 'shift',
    exceptions: [],
    // One of two welders is away for two days.
    capacitySpans: [
      {
        name: 'One welder',
        categoryId: categories[1]?.categoryId ?? '',
        units: 1,
        startMs: nowMs - 20 * hourMs,
        endMs: nowMs + 28 * hourMs,
      },
    ],
    categories,
    projects: [...projects, ...onTheBound(scene, timeZone)],
  }
}

/** The shop with the plan of a run and its reasons, which is a plan that can be followed. */
const scheduled = (shop: ShopSnapshot): { shop: ShopSnapshot; placements: Map<string, Placement> } => {
  const result = scheduleShop(shop, { scope: 'all' })
  if ('cancelled' in result) throw new Error('cancelled')
  return {
    shop: planned(shop, result),
    placements: new Map(result.operations.map(({ operationId, placement }) => [operationId, placement])),
  }
}

/**
 * Stores a random organization with dates around the server's clock: projects in every phase, statuses that alone hold or complete a
 * project, ship dates before and after now. An even seed gives the plan of a run, an odd one an impossible plan.
 */
export const storeDatedShop = async ({ services, clock }: TestServer, seed: number): Promise<TenantContext> => {
  const random = new Random(seed)
  const timeZone = random.pick(zones)
  const made = aShop(random, timeZone, clock.now().getTime())
  const { shop, placements } = seed % 2 === 0 ? scheduled(made) : { shop: made, placements: new Map() }
  const { tenantId } = await services.db.withSystem((tx) => createTenant(tx, { name: `Shop ${seed}`, timeZone }))
  const name = 'Pat Planner'
  const { userId } = await buildUser(services, { name, memberOf: [{ tenantId, isAdmin: true }], signedIn: false })
  const ctx = seedContext(services, tenantId, userId, name)
  await writeTenant(ctx, async ({ tx, record }) => {
    await insertShop(ctx, tx, shop, {
      random,
      shiftDescription: () => '',
      categoryColor: () => '#3498db',
      customerName: () => 'Customer',
      plannedShipMs: ({ dueMs }) => (dueMs === null ? null : dueMs - 12 * hourMs),
      notes: () => '',
      placements,
    })
    for (const { projectId } of shop.projects.slice(0, 14)) {
      const status = random.pick(['New', 'In Progress', 'In Progress', 'In Progress', 'On Hold', 'Completed'])
      await tx.execute(sql`update projects set status = ${status} where tenant_id = ${tenantId} and project_id = ${projectId}
        and current_phase in ('submittals', 'engineering', 'production')`)
    }
    record.planSwitched('whole')
  })
  return ctx
}
