import { z } from 'zod/mini'
import { IsoDate } from './shifts.ts'
import { canonicalZone } from './time-zones.ts'
import { CategoryKind, ClosedDayRule, ProjectPhase } from './vocabulary.ts'

/**
 * A shop and a plan of it as files that anyone can read, check and solve without this product. All instants are minutes
 * from `origin`, and centers, operations and shift patterns are named by their position, counted from 0.
 * `src/testing/instances/README.md` describes the format.
 */
export const shopFormat = 'scheduler-shop/1'
export const planFormat = 'scheduler-plan/1'

/** At most two centuries. */
const Minutes = z.number().check(z.minimum(-100_000_000), z.maximum(100_000_000))
/** A start in a plan: at most twenty years from the origin. */
const Start = z.number().check(z.minimum(-10_000_000), z.maximum(10_000_000))
const Position = z.int().check(z.minimum(0))
const Hours = z.number().check(z.minimum(0))
const Name = z.string().check(z.maxLength(200))

/** Weekday (1 = Monday), and the first and the last minute of the local day; beyond 1440 it runs into the next day. */
const Period = z
  .tuple([
    z.int().check(z.minimum(1), z.maximum(7)),
    z.int().check(z.minimum(0), z.maximum(1439)),
    z.int().check(z.minimum(1), z.maximum(2879)),
  ])
  .check(
    z.refine(([, from, to]) => to > from && to <= from + 1440, 'ends before it starts, or lasts longer than a day'),
  )

const Pattern = z.strictObject({
  name: Name,
  versions: z.array(z.strictObject({ from: z.nullable(IsoDate), periods: z.array(Period), breaks: z.array(Period) })),
})

const Holiday = z.strictObject({
  date: IsoDate,
  /** Local minutes of the day; absent = the whole day. */
  minutes: z.optional(z.tuple([z.int(), z.int()])),
  center: z.optional(Position),
})

const Exception = z.strictObject({
  kind: z.enum(['overtime', 'downtime']),
  start: Minutes,
  end: Minutes,
  center: z.optional(Position),
})

const TemporaryCapacity = z.strictObject({
  center: Position,
  units: z.int().check(z.minimum(1)),
  start: Minutes,
  end: z.nullable(Minutes),
})

const Center = z.strictObject({
  name: Name,
  kind: CategoryKind,
  capacity: z.int().check(z.minimum(0)),
  /** Its own shift pattern; absent = the organization's. */
  shift: z.optional(Position),
  changeovers: z.optional(z.array(z.tuple([Name, Name, Hours]))),
})

const Link = z.strictObject({
  /** Null = an operation that does not exist. */
  operation: z.nullable(Position),
  lag: z.optional(Hours),
  maxLag: z.optional(Hours),
  /** Whether the lags are hours of clock time; absent = working hours of the operation that waits. */
  clock: z.optional(z.literal(true)),
  /** Percentage of the predecessor that must be done; absent = it must have ended. */
  done: z.optional(z.number().check(z.gt(0), z.lt(100))),
})

const Operation = z.strictObject({
  center: z.optional(Position),
  pool: z.optional(Position),
  /** Null = not a usable duration. */
  hours: z.nullable(Hours),
  alternatives: z.optional(z.array(z.tuple([Position, Hours]))),
  centerFixed: z.optional(z.literal(true)),
  after: z.optional(z.array(z.union([Position, Link]))),
  family: z.optional(Name),
  material: z.optional(Minutes),
  progress: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  onHold: z.optional(z.literal(true)),
  pinned: z.optional(z.literal(true)),
  planned: z.optional(z.tuple([z.nullable(Minutes), z.nullable(Minutes)])),
  actual: z.optional(z.tuple([z.nullable(Minutes), z.nullable(Minutes)])),
})
export type ShopFileOperation = z.infer<typeof Operation>

const Project = z.strictObject({
  name: Name,
  phase: ProjectPhase,
  priority: z.number().check(z.minimum(0), z.maximum(100)),
  release: z.optional(Minutes),
  due: z.optional(Minutes),
  operations: z.array(Operation),
})
export type ShopFileProject = z.infer<typeof Project>

export const ShopFile = z.strictObject({
  format: z.literal(shopFormat),
  name: Name,
  /** The present of the shop, in UTC. */
  origin: z.iso.datetime(),
  timeZone: z.string().check(z.refine((zone) => canonicalZone(zone) !== null, 'not a time zone')),
  freezeWorkingDays: z.int().check(z.minimum(0), z.maximum(366)),
  closedDayRule: ClosedDayRule,
  /** The shift pattern of the organization; null = open 24/7. */
  shift: z.nullable(Position),
  shifts: z.array(Pattern),
  holidays: z.array(Holiday),
  exceptions: z.array(Exception),
  capacities: z.array(TemporaryCapacity),
  centers: z.array(Center),
  projects: z.array(Project),
})
export type ShopFile = z.infer<typeof ShopFile>

export const ShopPlanFile = z.strictObject({
  format: z.literal(planFormat),
  /** Name of the shop. */
  shop: Name,
  /** How the plan was found, in words. */
  found: z.optional(z.string()),
  /** Start of each operation in the order of the file; null = unscheduled, or not for the plan to decide. */
  starts: z.array(z.nullable(Start)),
  /** Operations that run at one of their alternatives, with that center. */
  centers: z.optional(z.array(z.tuple([Position, Position]))),
})
export type ShopPlanFile = z.infer<typeof ShopPlanFile>
