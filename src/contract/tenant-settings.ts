import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, Line, RequiredLine, recordFields } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { MorningPlanSettings, usualMorningPlan } from './morning-plan.ts'
import { TimeZone } from './time-zones.ts'
import { ClosedDayRule, LearnedPaceUse } from './vocabulary.ts'

/** Why the plan is outdated: what changed, its name, and when. The sentence is composed on screen. */
export const PlanOutdated = z.object({
  code: z.enum(['shift', 'holiday', 'exception', 'category', 'organisation']),
  name: z.string(),
  at: Instant,
})
export type PlanOutdated = z.infer<typeof PlanOutdated>

/** Number of years for which history can be stored. */
export const historyYears = [1, 2, 3, 5, 7, 10] as const
const HistoryYears = z.literal(historyYears)
export type HistoryYears = z.infer<typeof HistoryYears>

/** Whether reports from a tablet say who worked. `optional`: a person may leave it out. */
export const FloorIdentification = z.enum(['off', 'optional', 'required'])
export type FloorIdentification = z.infer<typeof FloorIdentification>

/** Number of months for which the names on reports can be stored. */
export const namesMonths = [1, 3, 6, 12, 24, 36] as const
const NamesMonths = z.literal(namesMonths)
export type NamesMonths = z.infer<typeof NamesMonths>

/** The short list from which the shop floor chooses why pieces are scrap. */
export const usualScrapReasons: readonly string[] = ['Wrong dimension', 'Material defect', 'Setup pieces', 'Damaged']
export const ScrapReasons = z.array(RequiredLine('Reason', 60)).check(
  z.minLength(1, 'Enter at least one reason'),
  z.maxLength(12, 'At most 12 reasons'),
  z.refine((reasons) => new Set(reasons).size === reasons.length, 'Each reason once'),
)

/** The current organization of a session, with its scheduling settings. */
export const TenantSettings = z.object({
  tenantId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  /** Work that starts within this many working days from now does not move. */
  freezeWorkingDays: z.int(),
  defaultShiftId: z.nullable(z.string()),
  /** What a closed day closes: the shifts that begin on it, or its hours from midnight to midnight. */
  closedDayRule: ClosedDayRule,
  /** 1 = Monday ... 7 = Sunday. */
  weekStartsOn: z.int(),
  /** Prefix of new project numbers, e.g. "" or "P-". */
  projectNumberPrefix: z.string(),
  /** Whether planners may enter overtime, downtime and capacity. */
  plannersChangeWorkingTime: z.boolean(),
  /** Whether planners may apply a plan for the whole shop; otherwise they ask an admin. */
  plannersApplyPlans: withUsual(z.boolean(), true),
  /** What is calculated with the learned times of work. */
  learnedPace: withUsual(LearnedPaceUse, 'shown'),
  morningPlan: withUsual(MorningPlanSettings, usualMorningPlan),
  /** Older history is deleted, except for open projects; null = never. */
  keepHistoryYears: z.nullable(HistoryYears),
  floorIdentification: withUsual(FloorIdentification, 'off'),
  /** Names on older reports are removed; their hours and pieces stay. null = never. */
  keepNamesMonths: withUsual(z.nullable(NamesMonths), 12),
  scrapReasons: withUsual(z.array(z.string()), []),
  /** Whether time on work says if a person worked, a machine by itself, or both. */
  separatesMachineTime: withUsual(z.boolean(), false),
  /** Whether a sample shop was added and not removed since. */
  holdsSample: z.boolean(),
  /** Why the plan is outdated; null = nothing about working time or capacity has changed since everything was scheduled. */
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
  learnedPace: z.optional(LearnedPaceUse),
  morningPlan: z.optional(MorningPlanSettings),
  keepHistoryYears: z.optional(z.nullable(HistoryYears)),
  floorIdentification: z.optional(FloorIdentification),
  keepNamesMonths: z.optional(z.nullable(NamesMonths)),
  scrapReasons: z.optional(ScrapReasons),
  separatesMachineTime: z.optional(z.boolean()),
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
