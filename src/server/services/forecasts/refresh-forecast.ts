import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { forecastInThread } from './forecast-in-thread.ts'
import { forecastParts } from './forecast-parts.ts'
import { readReasons } from './read-reasons.ts'
import { storeForecast } from './store-forecast.ts'

/** About 20 ms of computing; to start a thread takes ten times as long. */
const mostInPlace = 2_000

const sizeOf = ({ projects }: ShopSnapshot): number =>
  projects.reduce((sum, { operations }) => sum + operations.length, 0)

/** Computes the forecast of the organization as it is now and stores it; `isNews` says of a plan version whether to tell browsers. */
export const refreshForecast = async (ctx: TenantContext, isNews: (planVersion: number) => boolean): Promise<void> => {
  const nowMs = ctx.app.now().getTime()
  const { snapshot, planVersion } = await loadShop(ctx, nowMs)
  const compute = sizeOf(snapshot) <= mostInPlace ? forecastParts : forecastInThread
  const forecast = await compute(snapshot, (wanted) => readReasons(ctx, wanted))
  await storeForecast(ctx, forecast, { planVersion, nowMs, isNews: isNews(planVersion) })
}
