import { explainForecast } from '#domain/forecast/explain-forecast.ts'
import { forecastShop } from '#domain/forecast/forecast-shop.ts'
import { previousWorkingDayMs } from '#domain/forecast/working-days.ts'
import type { TenantContext } from '../../context.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { readReasons } from './read-reasons.ts'
import { storeForecast } from './store-forecast.ts'

/** Computes the forecast of the organization as it is now and stores it. */
export const refreshForecast = async (ctx: TenantContext): Promise<void> => {
  const nowMs = ctx.app.now().getTime()
  const { snapshot, planVersion } = await loadShop(ctx, nowMs)
  const forecast = forecastShop(snapshot)
  const explained = explainForecast(forecast, await readReasons(ctx, forecast))
  const comparedWithMs = previousWorkingDayMs(nowMs, forecast.organisationCalendar)
  await storeForecast(ctx, explained, { planVersion, nowMs, comparedWithMs })
}
