import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { loadDifference, loadShop } from '../scheduling/load-shop.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import { ForecastDesk } from './forecast-desk.ts'
import { readReasons } from './read-reasons.ts'
import { storeForecast } from './store-forecast.ts'

/** Takes about 20 ms to compute. */
const mostInPlace = 2_000
/** Operations kept between forecasts: about 20 MB in place, and about 200 MB in the thread. */
const mostKeptInPlace = 20_000
const mostKeptInThread = 200_000

interface Desks {
  readonly here: ForecastDesk
  readonly thread: ForecastDesk
}

/** Desks by database. */
const allDesks = new WeakMap<object, Desks>()

const desksOf = ({ db }: AppServices): Desks => {
  const desks = allDesks.get(db.close) ?? {
    here: new ForecastDesk({ isThread: false, mostOperations: mostKeptInPlace }),
    thread: new ForecastDesk({ isThread: true, mostOperations: mostKeptInThread }),
  }
  allDesks.set(db.close, desks)
  return desks
}

/** Ends the thread that computes forecasts, and drops the kept shops. */
export const closeDesks = async (app: AppServices): Promise<void> => {
  const { here, thread } = desksOf(app)
  await Promise.all([here.close(), thread.close()])
}

const sizeOf = ({ projects }: ShopSnapshot): number =>
  projects.reduce((sum, { operations }) => sum + operations.length, 0)

/** The present shop, or its changes since the kept one, and where to compute it. */
const loadFor = async (ctx: TenantContext, nowMs: number) => {
  const { here, thread } = desksOf(ctx.app)
  for (const desk of [here, thread]) {
    const kept = desk.keptShop(ctx.tenantId)
    const difference = kept && (await loadDifference(ctx, nowMs, kept))
    if (difference) return { ...difference, desk, isWhole: false }
    desk.forget(ctx.tenantId)
  }
  const shop = await loadShop(ctx, nowMs)
  return { ...shop, gone: [], desk: sizeOf(shop.snapshot) <= mostInPlace ? here : thread, isWhole: true }
}

/** Computes and stores the present forecast. `isNews` decides for a plan version whether to tell browsers. */
export const refreshForecast = async (ctx: TenantContext, isNews: (planVersion: number) => boolean): Promise<void> => {
  const nowMs = ctx.app.now().getTime()
  const { tenantId } = ctx
  const { snapshot, planVersion, changeNumber, gone, desk, isWhole } = await loadFor(ctx, nowMs)
  try {
    const forecast = await desk.compute({
      tenantId,
      isWhole,
      send: (post) => {
        post({ kind: 'gone', projectIds: gone })
        return sendShop(snapshot, post)
      },
      readReasons: (wanted) => readReasons(ctx, wanted),
    })
    const { operationCount } = forecast
    const own = await storeForecast(ctx, forecast, { planVersion, nowMs, isNews: isNews(planVersion) })
    // A shop too large for its place is sent whole the next time.
    if (isWhole || desk !== desksOf(ctx.app).here || operationCount <= mostInPlace)
      desk.keep(tenantId, { number: changeNumber, own, operationCount })
    else desk.forget(tenantId)
  } catch (error) {
    desk.forget(tenantId)
    throw error
  }
}
