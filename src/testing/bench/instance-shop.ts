import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import type {
  ShopSnapshot,
  SnapshotCategory,
  SnapshotOperation,
  SnapshotProject,
} from '#domain/scheduling/shop-snapshot.ts'
import { dayMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import type { Instance, InstanceOperation } from './published-instance.ts'

/** `shop` is open 24/7. `shift` is open every day from 08:00 to 16:00 UTC. */
export const instanceClocks = ['shop', 'shift'] as const
export type InstanceClock = (typeof instanceClocks)[number]

const minuteMs = 60_000
const openHour = 8
const minutesPerShift = 8 * 60

/** Unit 0 of an instance: a Monday, when the shift begins. One unit of an instance is one minute of working time. */
const originMs = Date.UTC(2027, 0, 4, openHour)

/** The instant at which this many working minutes have passed: the end of a shift, or with `opens` the beginning of the next one. */
const instantOf = (clock: InstanceClock, minutes: number, opens: boolean): number => {
  if (clock === 'shop') return originMs + minutes * minuteMs
  const shifts =
    opens || minutes === 0 ? Math.floor(minutes / minutesPerShift) : Math.ceil(minutes / minutesPerShift) - 1
  return originMs + shifts * dayMs + (minutes - shifts * minutesPerShift) * minuteMs
}

/** Working minutes from the origin to an instant; NaN if the shop is closed then. */
const minutesAt = (clock: InstanceClock, instantMs: number): number => {
  const passedMs = instantMs - originMs
  if (clock === 'shop') return passedMs / minuteMs
  const days = Math.floor(passedMs / dayMs)
  const minutes = (passedMs - days * dayMs) / minuteMs
  return minutes <= minutesPerShift ? days * minutesPerShift + minutes : Number.NaN
}

const needsOf = ({ demands }: InstanceOperation) => demands.filter(({ units }) => units > 0)

/** Why an operation cannot be described in a shop; null if it can. */
const operationObstacle = ({ choices = [], ...operation }: InstanceOperation, hasSetups: boolean): string | null => {
  const needs = needsOf(operation)
  const most = needs.find(({ units }) => units !== 1)
  if (most) return `needs ${most.units} units of resource ${most.resource}, and in a shop it needs one unit`
  if (needs.length > 2) return `needs ${needs.length} resources, and in a shop a work center and a pool`
  if (choices.length > 1 && needs.length > 1) return 'needs a second resource and may choose the first one'
  if (choices.length > 1 && hasSetups) return 'may choose among machines that need setups'
  if (choices.some(({ duration }) => duration <= 0)) return 'takes no time on a machine that it may choose'
  return null
}

/**
 * Whether each resource is a pool, so that every operation that needs two resources needs a work center and a pool. Null if
 * no such choice exists. A resource that is never the second one of an operation is a work center.
 */
const poolsOf = ({ operations, capacity }: Instance): boolean[] | null => {
  const pairs = operations.flatMap((operation) => {
    const [first, second] = needsOf(operation)
    return first && second ? [[first.resource, second.resource] as const] : []
  })
  const isPool = new Map<number, boolean>()
  for (const start of capacity.keys()) {
    if (isPool.has(start)) continue
    isPool.set(start, false)
    const reached = [start]
    for (const resource of reached) {
      const others = pairs.flatMap(([a, b]) => (a === resource ? [b] : b === resource ? [a] : []))
      for (const other of others) {
        const wanted = isPool.get(resource) === false
        if (!isPool.has(other)) reached.push(other)
        else if (isPool.get(other) !== wanted) return null
        isPool.set(other, wanted)
      }
    }
  }
  return Array.from(capacity, (_, resource) => isPool.get(resource) ?? false)
}

/** Why an instance cannot be described as a shop, so that no run of a planner could solve it; null if it can. */
export const shopObstacle = (instance: Instance): string | null => {
  const { operations, weight, setups, capacity } = instance
  for (const [i, operation] of operations.entries()) {
    const obstacle = operationObstacle(operation, setups !== undefined)
    if (obstacle) return `operation ${i} ${obstacle}`
  }
  if (weight.some((value) => !(value >= 0))) return 'a weight is negative'
  if (setups && capacity.some((units) => units !== 1)) return 'a resource with setups has several units'
  return poolsOf(instance) ? null : 'its resources cannot be divided into work centers and pools'
}

const operationId = (i: number): string => `operation-${String(i).padStart(6, '0')}`
const projectId = (project: number): string => `project-${String(project).padStart(6, '0')}`
const centerId = (resource: number): string => `center-${String(resource).padStart(4, '0')}`
const familyOf = (i: number): string => `family-${i}`

const centersOf = ({ capacity, setups, operations }: Instance, pools: readonly boolean[]): SnapshotCategory[] =>
  capacity.map((units, resource) => {
    const center: SnapshotCategory = {
      categoryId: centerId(resource),
      name: `Resource ${resource}`,
      capacity: units,
      shiftId: null,
      kind: pools[resource] ? 'pool' : 'inside',
    }
    const times = setups?.[resource]
    if (!times) return center
    const here = operations.flatMap((operation, i) => (needsOf(operation)[0]?.resource === resource ? [i] : []))
    const changeovers = here.flatMap((from) =>
      here.flatMap((to) => {
        const minutes = valueAt(times, from * operations.length + to)
        return minutes > 0 ? [{ fromFamily: familyOf(from), toFamily: familyOf(to), hours: minutes / 60 }] : []
      }),
    )
    return { ...center, changeovers }
  })

const operationsOf = (instance: Instance, clock: InstanceClock, pools: readonly boolean[]): SnapshotOperation[] => {
  const before: number[][] = instance.operations.map(() => [])
  instance.operations.forEach(({ successors }, i) => {
    for (const next of successors) before[next]?.push(i)
  })
  return instance.operations.map((operation, i) => {
    const { duration, release, choices = [] } = operation
    const needs = needsOf(operation)
    const center = needs.find(({ resource }) => !pools[resource])
    const pool = needs.find(({ resource }) => pools[resource])
    const [, ...others] = choices
    return {
      operationId: operationId(i),
      name: `Operation ${i}`,
      sequence: i,
      durationHours: duration / 60,
      progressPercentage: 0,
      onHold: false,
      pinned: false,
      categoryId: center ? centerId(center.resource) : null,
      poolId: pool ? centerId(pool.resource) : null,
      alternatives: others.map((other) => ({
        categoryId: centerId(other.resource),
        durationHours: other.duration / 60,
      })),
      dependencies: valueAt(before, i).map((predecessor) => ({ operationId: operationId(predecessor), lagHours: 0 })),
      setupFamily: instance.setups ? familyOf(i) : '',
      materialReadyMs: release > 0 ? instantOf(clock, release, true) : null,
      scheduledStartMs: null,
      scheduledEndMs: null,
      actualStartMs: null,
      actualEndMs: null,
    }
  })
}

/**
 * The projects of the shop. With the objective `makespan` all operations are one project that is due at once, so its
 * lateness is the makespan. Otherwise each project of the instance is one. A priority is at most 100, so larger weights
 * are divided by the same number.
 */
const projectsOf = (instance: Instance, clock: InstanceClock, pools: readonly boolean[]): SnapshotProject[] => {
  const operations = operationsOf(instance, clock, pools)
  const usual = { phase: 'production', productionStartMs: null, engineeringReleaseMs: null, customerReleaseMs: null }
  const named = (project: number) => ({
    projectId: projectId(project),
    projectNumber: String(project),
    projectName: `Project ${project}`,
  })
  if (instance.objective === 'makespan') return [{ ...named(0), ...usual, priority: 1, dueMs: originMs, operations }]
  const share = Math.max(1, Math.max(...instance.weight) / 100)
  return instance.due.map((due, project) => ({
    ...named(project),
    ...usual,
    priority: valueAt(instance.weight, project) / share,
    dueMs: Number.isFinite(due) ? instantOf(clock, due, false) : null,
    operations: operations.filter((_, i) => valueAt(instance.operations, i).project === project),
  }))
}

/** A published instance as the shop of an organization. Throws if `shopObstacle` finds one. */
export const shopOfInstance = (instance: Instance, clock: InstanceClock): ShopSnapshot => {
  const obstacle = shopObstacle(instance)
  const pools = poolsOf(instance)
  if (obstacle || !pools) throw new Error(`${instance.name} cannot be described as a shop: ${obstacle}`)
  const every = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    fromMinute: openHour * 60,
    toMinute: openHour * 60 + minutesPerShift,
  }))
  const shift = { shiftId: 'day', name: 'Day', versions: [{ effectiveFrom: null, periods: every, breaks: [] }] }
  return {
    nowMs: originMs,
    timeZone: 'UTC',
    freezeWorkingDays: 0,
    defaultShiftId: clock === 'shift' ? 'day' : null,
    shifts: clock === 'shift' ? [shift] : [],
    holidays: [],
    closedDayRule: 'shift',
    exceptions: [],
    categories: centersOf(instance, pools),
    projects: projectsOf(instance, clock, pools),
  }
}

/** A plan in the units of the instance, in the order of its operations. */
export interface InstancePlan {
  starts: number[]
  ends: number[]
  /** For each operation, the index of its chosen alternative; -1 = it has none. */
  choices: number[]
}

/** Reads the plan of a shop back into the units of its instance. An unscheduled operation starts and ends at NaN. */
export const instancePlanOf = (
  { operations }: Instance,
  clock: InstanceClock,
  result: Pick<ScheduleResult, 'operations'>,
): InstancePlan => {
  const rows = new Map(result.operations.map((row) => [row.operationId, row]))
  const planned = operations.map((_, i) => rows.get(operationId(i)))
  const unitsAt = (instantMs: number | null | undefined): number => minutesAt(clock, instantMs ?? Number.NaN)
  return {
    starts: planned.map((row) => unitsAt(row?.startMs)),
    ends: planned.map((row) => unitsAt(row?.endMs)),
    choices: operations.map(({ choices = [] }, i) => {
      const center = planned[i]?.categoryId
      const chosen = choices.findIndex(({ resource }) => centerId(resource) === center)
      return chosen < 0 && choices.length > 0 ? 0 : chosen
    }),
  }
}
