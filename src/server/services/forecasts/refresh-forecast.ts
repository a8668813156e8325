import { projectAtLearnedPace } from '#domain/learned/at-learned-pace.ts'
import type { LearnedPaces } from '#domain/learned/learned-pace.ts'
import type { ProjectOdds } from '#domain/odds/shop-odds.ts'
import type { Moves, MovesWanted } from '#domain/operations/compute-moves.ts'
import type { ComparedMoves, MovedDates } from '#domain/proposals/compare-moves.ts'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { oncePerServer } from '../../server-caches.ts'
import { loadPacedDifference, loadPacedShop, paceKeyOf } from '../learned/load-paced-shop.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import { ComputingThread } from './computing-thread.ts'
import type { FoundRemedies, HelpWanted } from './find-remedies.ts'
import { ForecastDesk, type SentShop } from './forecast-desk.ts'
import type { OddsWanted, PromiseOddsWanted, PromiseWanted } from './forecast-messages.ts'
import type { OddsParts } from './odds-parts.ts'
import type { ComputedPromises } from './promise-plan.ts'
import { readReasons } from './read-reasons.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'
import { storeForecast } from './store-forecast.ts'

/** The forecast of so many operations takes about 20 ms of a processor. */
const mostOfSmallShop = 2_000

/**
 * Each kind of computation has a thread of its own, so that reading a list never waits for a large shop or for a question.
 * `mostOperations`: kept between jobs, about 1 MB for each 1,000 of them.
 */
const kinds = {
  /** Forecasts of small shops: as quick as the requests that wait for them. */
  small: { thread: new ComputingThread('forecast', 'none'), mostOperations: 100_000 },
  /** Forecasts of larger shops. */
  large: { thread: new ComputingThread('large forecast', 'much'), mostOperations: 200_000 },
  questions: { thread: new ComputingThread('question', 'little'), mostOperations: 100_000 },
  /** Remedies, which search for several plans: other questions do not wait for that. */
  remedies: { thread: new ComputingThread('remedies', 'much'), mostOperations: 50_000 },
} as const

/** The latest forecasts of an organization whose own writes a question leaves out. */
const mostOwnForecasts = 20

interface Desks extends Readonly<Record<keyof typeof kinds, ForecastDesk>> {
  /** The last job of each organization on each kept shop that is no question. */
  readonly turns: Map<string, Promise<unknown>>
  /** The change numbers of the writes of the latest forecasts, by organization. They change nothing that is computed with. */
  readonly ownWrites: Map<string, readonly (readonly number[])[]>
  /** End the remedies and odds that are computed before a person asks for them. */
  readonly prepared: Set<AbortController>
}

const desksOf = oncePerServer(
  (): Desks => ({
    small: new ForecastDesk(kinds.small),
    large: new ForecastDesk(kinds.large),
    questions: new ForecastDesk(kinds.questions),
    remedies: new ForecastDesk(kinds.remedies),
    turns: new Map(),
    ownWrites: new Map(),
    prepared: new Set(),
  }),
)

/** Waits for what is being computed, and drops the kept shops. */
export const closeDesks = async (app: AppServices): Promise<void> => {
  const { small, large, questions, remedies } = desksOf(app)
  await Promise.all([small, large, questions, remedies].map((desk) => desk.close()))
}

const sizeOf = ({ projects }: ShopSnapshot): number =>
  projects.reduce((sum, { operations }) => sum + operations.length, 0)

/** The changes of the shop since one of the desks has kept it, or the whole shop, and which desk computes on it. */
const loadFor = async (ctx: TenantContext, nowMs: number, kind: 'forecast' | QuestionDesk) => {
  const { small, large, questions, remedies, ownWrites } = desksOf(ctx.app)
  const asked = { questions, remedies }
  // Remedies are compared with the forecast, and what is asked becomes a plan.
  const use = kind === 'questions' ? 'plan' : 'forecast'
  for (const desk of kind === 'forecast' ? [small, large] : [asked[kind]]) {
    const kept = desk.keptShop(ctx.tenantId)
    if (!kept || (desk === small && kept.operationCount > mostOfSmallShop)) continue
    const others = (ownWrites.get(ctx.tenantId) ?? []).flat()
    const own = kind !== 'forecast' ? others : [...kept.own, ...others]
    const difference = await loadPacedDifference(ctx, nowMs, { ...kept, own }, use)
    if (difference) return { ...difference, desk, isWhole: false, keptOperations: kept.operationCount }
  }
  const shop = await loadPacedShop(ctx, nowMs, use)
  const keptOperations = sizeOf(shop.snapshot)
  const forecasting = keptOperations <= mostOfSmallShop ? small : large
  const desk = kind === 'forecast' ? forecasting : asked[kind]
  for (const other of [small, large]) if (kind === 'forecast' && other !== desk) other.forget(ctx.tenantId)
  return { ...shop, gone: [], desk, isWhole: true, keptOperations }
}

/** Jobs on one kept shop, that of the forecast or that of the remedies, one after the other. */
const inTurn = async <T>({ app, tenantId }: TenantContext, work: () => Promise<T>, of = 'forecast'): Promise<T> => {
  const { turns } = desksOf(app)
  const key = `${of} ${tenantId}`
  const turn = (turns.get(key) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => undefined)
  turns.set(key, settled)
  try {
    return await turn
  } finally {
    if (turns.get(key) === settled) turns.delete(key)
  }
}

/** A desk that answers questions. */
type QuestionDesk = 'questions' | 'remedies'

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
  const loaded = await loadFor(ctx, nowMs, 'forecast')
  const { planVersion, changeNumber, desk } = loaded
  try {
    const forecast = await desk.compute({
      ...sentShop(ctx, loaded),
      reasonsAsOf: loaded.reasonsAsOf,
      readReasons: (wanted) => readReasons(ctx, wanted),
    })
    desk.keep(tenantId, {
      number: changeNumber,
      own,
      operationCount: forecast.operationCount,
      paceKey: paceKeyOf(loaded),
    })
    return { forecast, planVersion, desk }
  } catch (error) {
    desk.forget(tenantId)
    throw error
  }
}

/** Later jobs leave out what this forecast, or these odds, write from now on. */
export const noteOwnWrites = ({ app, tenantId }: TenantContext, own: readonly number[]): void => {
  const { questions, remedies, ownWrites } = desksOf(app)
  if (questions.keptShop(tenantId) || remedies.keptShop(tenantId)) {
    ownWrites.set(tenantId, [...(ownWrites.get(tenantId) ?? []).slice(1 - mostOwnForecasts), own])
  } else ownWrites.delete(tenantId)
}

/**
 * Computes and stores the present forecast. `isNews` decides for a plan version whether to tell browsers. Must not run twice at a time
 * for an organization (`keepForecast`).
 */
export const refreshForecast = async (ctx: TenantContext, isNews: (planVersion: number) => boolean): Promise<void> => {
  const nowMs = ctx.app.now().getTime()
  const own: number[] = []
  const { forecast, planVersion, desk } = await inTurn(ctx, () => computeForecast(ctx, nowMs, own))
  noteOwnWrites(ctx, own)
  try {
    await storeForecast(ctx, forecast, { planVersion, nowMs, isNews: isNews(planVersion) }, own)
  } catch (error) {
    // What is not stored counts as stored in the kept shop.
    await inTurn(ctx, async () => desk.forget(ctx.tenantId))
    throw error
  }
}

interface Answered<T> {
  readonly answer: T
  readonly planVersion: number
  readonly nowMs: number
}

/** Asks one of the desks for something on the present shop, as of `at` or now. Stores nothing. */
const askDesk = async <T>(
  ctx: TenantContext,
  kind: QuestionDesk,
  ask: (desk: ForecastDesk, shop: SentShop, paces: LearnedPaces | null) => Promise<T>,
  { at = ctx.app.now(), signal }: { readonly at?: Date | undefined; readonly signal: AbortSignal },
): Promise<Answered<T>> => {
  const { tenantId } = ctx
  const nowMs = at.getTime()
  const loaded = await loadFor(ctx, nowMs, kind)
  if (signal.aborted) throw new StoppedError()
  const { planVersion, changeNumber, keptOperations, desk } = loaded
  const keep = () =>
    desk.keep(tenantId, {
      number: changeNumber,
      own: [],
      operationCount: keptOperations,
      paceKey: paceKeyOf(loaded),
    })
  try {
    const answer = await ask(desk, sentShop(ctx, loaded), loaded.paces)
    keep()
    return { answer, planVersion, nowMs }
  } catch (error) {
    if (error instanceof StoppedError) keep()
    else desk.forget(tenantId)
    throw error
  }
}

/** The same in turn with other questions (`askInTurn`). */
const askOnShop = <T>(
  ctx: TenantContext,
  ask: (desk: ForecastDesk, shop: SentShop, signal: AbortSignal, paces: LearnedPaces | null) => Promise<T>,
  at?: Date,
): Promise<Answered<T>> =>
  askInTurn(ctx, 'shop', (signal) =>
    askDesk(ctx, 'questions', (desk, shop, paces) => ask(desk, shop, signal, paces), { at, signal }),
  )

export interface ProposedRepair {
  readonly plan: RepairedPlan
  readonly planVersion: number
  readonly nowMs: number
}

/** Computes the plan of a proposal that keeps the sequence, as of `at` or now. */
export const proposeRepair = async (ctx: TenantContext, wanted: RepairWanted, at?: Date): Promise<ProposedRepair> => {
  const { answer, ...asOf } = await askOnShop(ctx, (desk, shop, signal) => desk.propose(shop, wanted, signal), at)
  return { plan: answer, ...asOf }
}

/** A question that makes many plans, in turn with others of its organization. */
const askPlans = <T>(
  ctx: TenantContext,
  ask: (desk: ForecastDesk, shop: SentShop) => Promise<T>,
  signal: AbortSignal,
): Promise<Answered<T>> => inTurn(ctx, () => askDesk(ctx, 'remedies', ask, { signal }), 'remedies')

const help = (ctx: TenantContext, wanted: HelpWanted, signal: AbortSignal): Promise<Answered<FoundRemedies>> =>
  askPlans(ctx, (desk, shop) => desk.help(shop, { kind: 'help', ...wanted }, signal), signal)

/** Computes what would help late projects, as a question that makes whole plans. What is prepared gives way to it. */
export const computeRemedies = (ctx: TenantContext, wanted: HelpWanted): Promise<Answered<FoundRemedies>> =>
  askInTurn(ctx, 'plan', (signal) => {
    for (const prepared of desksOf(ctx.app).prepared) prepared.abort()
    return help(ctx, wanted, signal)
  })

/** Work that gives way to people who ask for remedies. Rejects when a person asks meanwhile, or when `signal` is aborted. */
const givingWay = async <T>(
  { app }: TenantContext,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { prepared } = desksOf(app)
  const stop = new AbortController()
  prepared.add(stop)
  try {
    return await work(AbortSignal.any([signal, stop.signal]))
  } finally {
    prepared.delete(stop)
  }
}

/** `computeRemedies` before a person asks. */
export const prepareRemedies = (
  ctx: TenantContext,
  wanted: HelpWanted,
  signal: AbortSignal,
): Promise<Answered<FoundRemedies>> => givingWay(ctx, signal, (either) => help(ctx, wanted, either))

/** Draws the odds of projects and operations on the forecast of the present plan. */
export const prepareOdds = (
  ctx: TenantContext,
  wanted: Omit<OddsWanted, 'kind'>,
  signal: AbortSignal,
): Promise<Answered<OddsParts>> =>
  givingWay(ctx, signal, (either) =>
    askPlans(ctx, (desk, shop) => desk.odds(shop, { kind: 'odds', ...wanted }, either), either),
  )

const draftAtPace = <W extends { readonly draft: SnapshotProject }>(wanted: W, paces: LearnedPaces | null): W =>
  paces ? { ...wanted, draft: projectAtLearnedPace(wanted.draft, paces.paceOf) } : wanted

/** Computes when new work could ship, on the forecast of the present plan. */
export const computePromises = (ctx: TenantContext, wanted: PromiseWanted): Promise<Answered<ComputedPromises>> =>
  askOnShop(ctx, (desk, shop, signal, paces) => desk.promise(shop, draftAtPace(wanted, paces), signal))

/** Draws the odds of new work on the same shop; null = too little is known about it. */
export const drawPromiseOdds = async (
  ctx: TenantContext,
  wanted: Omit<PromiseOddsWanted, 'kind'>,
): Promise<ProjectOdds | null> => {
  const question = { kind: 'promiseOdds', ...wanted } as const
  return (
    await askOnShop(ctx, (desk, shop, signal, paces) => desk.promiseOdds(shop, draftAtPace(question, paces), signal))
  ).answer
}

/** Computes what moves mean for the projects, as of `at` or now. */
export const compareMoved = async (
  ctx: TenantContext,
  moves: readonly MovedDates[],
  at?: Date,
): Promise<ComparedMoves> =>
  (await askOnShop(ctx, (desk, shop, signal) => desk.compare(shop, { kind: 'compare', moves }, signal), at)).answer

/** Computes where operations could be moved, in turn with other questions. */
export const findMoves = (ctx: TenantContext, wanted: MovesWanted): Promise<Moves> =>
  askInTurn(ctx, 'shop', (signal) => desksOf(ctx.app).questions.move(wanted, signal))
