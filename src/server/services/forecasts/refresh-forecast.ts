import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { loadDifference, loadShop } from '../scheduling/load-shop.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import { ForecastDesk, type SentShop } from './forecast-desk.ts'
import type { PromiseWanted, RemediesWanted } from './forecast-messages.ts'
import type { ComputedPromises } from './promise-plan.ts'
import { readReasons } from './read-reasons.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'
import { storeForecast } from './store-forecast.ts'

/** Takes about 20 ms to compute. */
const mostInPlace = 2_000
/** The same for the three answers of a promise date, each of which takes two forecasts. */
const mostPromisedInPlace = 300
/** Operations kept between forecasts: about 20 MB in place, and about 200 MB in the thread. */
const mostKeptInPlace = 20_000
const mostKeptInThread = 200_000

interface Desks {
  readonly here: ForecastDesk
  readonly thread: ForecastDesk
  /** The last job of each organization. Jobs on one kept shop run one after the other. */
  readonly turns: Map<string, Promise<unknown>>
}

/** Desks by database. */
const allDesks = new WeakMap<object, Desks>()

const desksOf = ({ db }: AppServices): Desks => {
  const desks = allDesks.get(db.close) ?? {
    here: new ForecastDesk({ isThread: false, mostOperations: mostKeptInPlace }),
    thread: new ForecastDesk({ isThread: true, mostOperations: mostKeptInThread }),
    turns: new Map<string, Promise<unknown>>(),
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

/** The present shop, or its changes since the kept one, and where to compute it: in place up to `mostHere` operations. */
const loadFor = async (ctx: TenantContext, nowMs: number, mostHere = mostInPlace) => {
  const { here, thread } = desksOf(ctx.app)
  for (const desk of [here, thread]) {
    const kept = desk.keptShop(ctx.tenantId)
    if (desk === here && kept && kept.operationCount > mostHere) continue
    const difference = kept && (await loadDifference(ctx, nowMs, kept))
    if (difference) return { ...difference, desk, isWhole: false, own: kept.own, keptOperations: kept.operationCount }
    desk.forget(ctx.tenantId)
  }
  const shop = await loadShop(ctx, nowMs)
  const operationCount = sizeOf(shop.snapshot)
  return {
    ...shop,
    gone: [],
    own: [],
    desk: operationCount <= mostHere ? here : thread,
    isWhole: true,
    keptOperations: operationCount,
  }
}

const inTurn = async <T>({ app, tenantId }: TenantContext, work: () => Promise<T>): Promise<T> => {
  const { turns } = desksOf(app)
  const turn = (turns.get(tenantId) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => undefined)
  turns.set(tenantId, settled)
  try {
    return await turn
  } finally {
    if (turns.get(tenantId) === settled) turns.delete(tenantId)
  }
}

type LoadedFor = Awaited<ReturnType<typeof loadFor>>

const sentShop = ({ tenantId }: TenantContext, { snapshot, gone, isWhole }: LoadedFor): SentShop => ({
  tenantId,
  isWhole,
  send: (post) => {
    post({ kind: 'gone', projectIds: gone })
    return sendShop(snapshot, post)
  },
})

/** Computes the present forecast, and keeps the shop. `own`: receives the change numbers of its writes. */
const computeForecast = async (ctx: TenantContext, nowMs: number, own: readonly number[]) => {
  const { tenantId } = ctx
  const loaded = await loadFor(ctx, nowMs)
  const { planVersion, changeNumber, desk, isWhole } = loaded
  try {
    const forecast = await desk.compute({
      ...sentShop(ctx, loaded),
      reasonsAsOf: loaded.reasonsAsOf,
      readReasons: (wanted) => readReasons(ctx, wanted),
    })
    const { operationCount } = forecast
    // A shop too large for its place is sent whole the next time.
    if (isWhole || desk !== desksOf(ctx.app).here || operationCount <= mostInPlace)
      desk.keep(tenantId, { number: changeNumber, own, operationCount })
    else desk.forget(tenantId)
    return { forecast, planVersion, desk }
  } catch (error) {
    desk.forget(tenantId)
    throw error
  }
}

/**
 * Computes and stores the present forecast. `isNews` decides for a plan version whether to tell browsers. While it is being stored,
 * others may already ask for something on the kept shop. Must not run twice at a time for an organization (`keepForecast`).
 */
export const refreshForecast = async (ctx: TenantContext, isNews: (planVersion: number) => boolean): Promise<void> => {
  const nowMs = ctx.app.now().getTime()
  const own: number[] = []
  const { forecast, planVersion, desk } = await inTurn(ctx, () => computeForecast(ctx, nowMs, own))
  try {
    await storeForecast(ctx, forecast, { planVersion, nowMs, isNews: isNews(planVersion) }, own)
  } catch (error) {
    // What is not stored counts as stored in the kept shop.
    await inTurn(ctx, async () => desk.forget(ctx.tenantId))
    throw error
  }
}

/** Asks the desk that keeps the shop for something else than a forecast, as of `at` or now. Stores nothing. */
const onKeptShop = <T>(
  ctx: TenantContext,
  ask: (desk: ForecastDesk, shop: SentShop) => Promise<T>,
  { at, mostHere }: { readonly at?: Date | undefined; readonly mostHere?: number } = {},
): Promise<{ readonly answer: T; readonly planVersion: number; readonly nowMs: number }> =>
  inTurn(ctx, async () => {
    const nowMs = (at ?? ctx.app.now()).getTime()
    const loaded = await loadFor(ctx, nowMs, mostHere)
    const { planVersion, changeNumber, desk, own, keptOperations } = loaded
    const { tenantId } = ctx
    try {
      const answer = await ask(desk, sentShop(ctx, loaded))
      // A forecast may be stored at the same time, whose writes are still being added to `own`.
      desk.keep(tenantId, { number: changeNumber, own, operationCount: keptOperations })
      return { answer, planVersion, nowMs }
    } catch (error) {
      desk.forget(tenantId)
      throw error
    }
  })

export interface ProposedRepair {
  readonly plan: RepairedPlan
  readonly planVersion: number
  readonly nowMs: number
}

/** Computes the plan of a proposal that keeps the sequence, as of `at` or now. */
export const proposeRepair = async (ctx: TenantContext, wanted: RepairWanted, at?: Date): Promise<ProposedRepair> => {
  const { answer: plan, ...asOf } = await onKeptShop(ctx, (desk, shop) => desk.propose(shop, wanted), { at })
  return { plan, ...asOf }
}

/** Computes what would help a late project. */
export const computeRemedies = async (ctx: TenantContext, wanted: RemediesWanted): Promise<readonly ComputedRemedy[]> =>
  (await onKeptShop(ctx, (desk, shop) => desk.help(shop, wanted))).answer

/** Computes when new work could ship, on the forecast of the present plan. */
export const computePromises = (
  ctx: TenantContext,
  wanted: PromiseWanted,
): Promise<{ readonly answer: ComputedPromises; readonly planVersion: number; readonly nowMs: number }> =>
  onKeptShop(ctx, (desk, shop) => desk.promise(shop, wanted), {
    mostHere: mostPromisedInPlace,
  })
