import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { selectTimeZone } from './select-projects.ts'

/** First instant of the organisation's tomorrow. */
export const endOfToday = async (ctx: TenantContext, tx: Tx): Promise<number> =>
  endOfDayMs(ctx.app.now().getTime(), await selectTimeZone(ctx, tx))
