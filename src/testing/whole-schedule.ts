import type { CompactSchedule } from '#contract/schedule.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'
import type { TenantContext } from '#server/context.ts'
import { getSchedule } from '#server/services/schedule/get-schedule.ts'

/** The whole schedule of an organization as a browser holds it. */
export const wholeSchedule = async (ctx: TenantContext): Promise<CompactSchedule> => {
  const schedule = takeInSchedule(undefined, await getSchedule(ctx))
  if (!schedule) throw new Error('An answer without a state to begin from is whole')
  return schedule
}
