import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, Line, RequiredLine, recordFields } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { TimeZone } from './time-zones.ts'
import { ClosedDayRule } from './vocabulary.ts'

/** Why the plan no longer fits: what changed, its name, and when. The sentence is composed on screen. */
export const PlanOutdated = z.object({
  code: z.enum(['shift', 'holiday', 'exception', 'category', 'organisation']),
  name: z.string(),
  at: Instant,
})
export type PlanOutdated = z.infer<typeof PlanOutdated>

/** For how many years history can be kept. */
export const historyYears = [1, 2, 3, 5, 7, 10] as const
const HistoryYears = z.literal(historyYears)
export type HistoryYears = z.infer<typeof HistoryYears>

/** The organization a session works in, with its scheduling settings. */
export const TenantSettings = z.object({
  tenantId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  /** Everything that starts inside this many working days from now stays where it is. */
  freezeWorkingDays: z.int(),
  defaultShiftId: z.nullable(z.string()),
  /** What a closed day closes: the shifts that begin on it, or its hours from midnight to midnight. */
  closedDayRule: ClosedDayRule,
  /** 1 = Monday ... 7 = Sunday. */
  weekStartsOn: z.int(),
  /** Prefix of new project numbers, e.g. "" or "P-". */
  projectNumberPrefix: z.string(),
  /** Whether regular users enter overtime, downtime and capacity. */
  plannersChangeWorkingTime: z.boolean(),
  /** Whether planners put a plan for the whole shop in force; otherwise they ask its admins to. */
  plannersApplyPlans: withUsual(z.boolean(), true),
  /** Older history is deleted; null = never. That of open projects is kept. */
  keepHistoryYears: z.nullable(HistoryYears),
  /** Whether a sample shop was added and not removed since. */
  holdsSample: z.boolean(),
  /** null = nothing about working time or capacity has changed since everything was scheduled. */
  planOutdated: z.nullable(PlanOutdated),
  ...recordFields,
})
export type TenantSettings = z.infer<typeof TenantSettings>

export const TenantSettingsInput = z.object({
  name: z.optional(RequiredLine('Name')),
  timeZone: z.optional(TimeZone),
  freezeWorkingDays: z.optional(Decimal(0, 60)),
  defaultShiftId: z.optional(z.nullable(Id)),
  closedDayRule: z.optional(ClosedDayRule),
  weekStartsOn: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
  projectNumberPrefix: z.optional(Line(12)),
  plannersChangeWorkingTime: z.optional(z.boolean()),
  plannersApplyPlans: z.optional(z.boolean()),
  keepHistoryYears: z.optional(z.nullable(HistoryYears)),
})
export type TenantSettingsInput = z.infer<typeof TenantSettingsInput>

export const getTenantSettings = endpoint({
  method: 'GET',
  path: '/organisation',
  access: 'tenant',
  summary: 'Settings of the organization',
  failed: 'Failed to fetch organization',
  response: TenantSettings,
})

export const putTenantSettings = endpoint({
  method: 'PUT',
  path: '/organisation',
  access: 'changeTenantSettings',
  summary: 'Change settings of the organization',
  failed: 'Failed to update organization',
  body: TenantSettingsInput,
  response: TenantSettings,
  versioned: true,
})
