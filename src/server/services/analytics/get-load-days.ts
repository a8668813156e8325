import type { LoadDays } from '#contract/analytics.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { dayFrame, type LoadQuery, readLoads } from './get-load-matrix.ts'

/** Load per work center and day, with the backlog. 400 when the days are too far ahead. */
export const getLoadDays = (
  ctx: TenantContext,
  query: Omit<LoadQuery, 'weeks'> & { readonly days: number },
): Promise<LoadDays> =>
  readTenant(ctx, async (tx) => {
    const frame = await dayFrame(ctx, tx, query)
    return {
      timeZone: frame.timeZone,
      now: new Date(frame.nowMs).toISOString(),
      days: frame.days.map((day) => ({ day, isToday: day === frame.today })),
      workCenters: await readLoads(ctx, tx, frame, query),
    }
  })
