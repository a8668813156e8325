import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { TenantContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { PersonLimit } from '../../person-limit.ts'
import { oncePerServer } from '../../server-caches.ts'
import { computingSignal } from '../../waiting-caller.ts'
import { FairTurns } from './fair-turns.ts'

/**
 * Where a question is answered: in the one thread that keeps shops (`shop`), in a thread of its own that makes a whole plan (`plan`), or
 * where tables are read, compared and written (`table`).
 */
export type QuestionKind = 'shop' | 'plan' | 'table'

/** Questions of one person at a time, of all kinds together. */
const mostOfPerson = 2
/** From the question to its answer: the browser gives up after 30 s, and must hear why before. */
export const mostAnswerMs = 25_000

/** A plan takes a whole thread: at least half of the processors are left to others. */
const plansAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const tablesAtOnce = 2

interface Questions {
  readonly turns: Readonly<Record<QuestionKind, FairTurns>>
  /** The questions of each person that wait or are being answered. */
  readonly people: PersonLimit
}

/** The questions of a server. */
export const questionsOf = oncePerServer(
  (): Questions => ({
    turns: { shop: new FairTurns(1), plan: new FairTurns(plansAtOnce), table: new FairTurns(tablesAtOnce) },
    people: new PersonLimit(
      mostOfPerson,
      'Two of your calculations are still running. Try again when one of them has finished.',
    ),
  }),
)

const tooLong = (): AppError =>
  new AppError(
    'unavailable',
    'This calculation takes too long right now. Ask for less at once, or try again in a moment.',
    {
      cause: new Error('A question was not answered in time'),
      retryAfterSeconds: 5,
    },
  )

/** User id of the question that the current work belongs to. */
const person = new AsyncLocalStorage<string>()

/**
 * Counts some work, such as reading and trying before and after something is computed, as one question of the person. 429 when two of
 * them wait or are being answered.
 */
export const asQuestion = async <T>({ app, userId }: TenantContext, work: () => Promise<T>): Promise<T> => {
  if (person.getStore() === userId) return work()
  const leave = questionsOf(app).people.enter(userId)
  try {
    return await person.run(userId, work)
  } finally {
    leave()
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Answers a question that takes a thread: one of an organization and kind at a time, in turns between its people. `work` ends when its
 * signal is aborted: the caller has left, or it takes too long. A question whose caller leaves before its turn is not begun. 429 as
 * `asQuestion`; 503 after `mostAnswerMs`.
 */
export const askInTurn = async <T>(
  ctx: TenantContext,
  kind: QuestionKind,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { turns } = questionsOf(ctx.app)
  const limit = new AbortController()
  const left = computingSignal()
  const signal = left ? AbortSignal.any([left, limit.signal]) : limit.signal
  const timer = setTimeout(() => limit.abort(tooLong()), mostAnswerMs)
  const answer = asQuestion(ctx, async () => {
    const giveBack = await turns[kind].take(ctx, signal)
    try {
      return await work(signal)
    } finally {
      giveBack()
    }
  }).finally(() => clearTimeout(timer))
  const aborted = whenAborted(signal)
  // The later of the two outcomes is dropped.
  for (const late of [answer, aborted]) late.catch(() => undefined)
  return Promise.race([answer, aborted])
}
