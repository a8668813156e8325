import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { RunEffectCounts } from './run-effects.ts'
import { RunEffort } from './vocabulary.ts'

const time = 'A time such as 05:30'

/** When and how the server proposes a plan by itself, before the shift. */
export const MorningPlanSettings = z.object({
  isOn: z.boolean(),
  /** Time of the organization's day, 'HH:mm'. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, time)),
  /** 1 = Monday ... 7 = Sunday. */
  weekdays: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, 'Choose at least one day'), z.maxLength(7)),
  effort: RunEffort,
  /**
   * The plan is applied without a person if it saves at least this many late days, makes no project late and moves nothing in the freeze
   * window; null = it always waits for a person.
   */
  applyFromLateDays: z.nullable(z.int().check(z.minimum(1, 'At least 1'), z.maximum(1_000, 'At most 1,000'))),
})
export type MorningPlanSettings = z.infer<typeof MorningPlanSettings>

export const usualMorningPlan: MorningPlanSettings = {
  isOn: true,
  at: '05:30',
  weekdays: [1, 2, 3, 4, 5],
  effort: 'balanced',
  applyFromLateDays: null,
}

/**
 * Why a morning plan was not applied without a person: a project would become late; work would lose its dates; it would move work in the
 * freeze window; it saves fewer late days than the settings ask for; the plan was changed while it was computed.
 */
const heldBackReasons = ['becomesLate', 'losesDates', 'frozen', 'savesTooLittle', 'changedMeanwhile'] as const
export const HeldBackReason = z.enum(heldBackReasons)
export type HeldBackReason = z.infer<typeof HeldBackReason>

const count = z.int()

/** The morning plan of a day. */
export const MorningPlan = z.object({
  /** The organization's day, 'yyyy-MM-dd'. */
  day: z.string(),
  computedAt: Instant,
  /** `nothing`: scheduling again would gain nothing. `failed`: it could not be computed. */
  outcome: z.enum(['nothing', 'proposed', 'applied', 'failed']),
  /** Null if there is none, or it was discarded. */
  proposalId: z.nullable(z.string()),
  effect: RunEffectCounts,
  movedOperations: count,
  lateDaysBefore: count,
  lateDays: count,
  /** Null if it was applied, or the settings leave applying to people. */
  heldBack: z.nullable(HeldBackReason),
  /** Who applied the proposal; null = not applied. */
  appliedBy: z.nullable(z.string()),
  /** The change set of applying it, for `POST /changes/:changeId/undo`. */
  changeId: z.nullable(z.string()),
})
export type MorningPlan = z.infer<typeof MorningPlan>

/** Null before today's is computed, and on days without one. */
export const getMorningPlan = endpoint({
  method: 'GET',
  path: '/morning-plan',
  access: 'tenant',
  summary: 'The plan that the server proposed this morning',
  failed: 'Failed to fetch the morning plan',
  response: z.nullable(MorningPlan),
})
