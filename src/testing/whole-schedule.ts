import type { CompactSchedule } from '#contract/schedule.ts'
import type { TenantContext } from '#server/context.ts'
import { getSchedule } from '#server/services/schedule/get-schedule.ts'
import { heldSchedule } from './held-schedule.ts'

/** The whole schedule of an organization as cached in a browser. */
export const wholeSchedule = async (ctx: TenantContext): Promise<CompactSchedule> =>
  heldSchedule(await getSchedule(ctx))
