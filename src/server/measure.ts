import type { AsyncLocalStorage } from 'node:async_hooks'
import { type Channel, channel } from 'node:diagnostics_channel'

/** A request or a job of which more is said until it ends. All that happens within belongs to it. */
export interface BegunWork {
  /** The same object until the end; what is said of it says this object too. */
  readonly work: object
  readonly name: string
  /** Of a request; they may say to which trace of a proxy it belongs. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** An answered request. `route` is the pattern of the route, never the address. */
export interface AnsweredRequest {
  readonly work: object
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** A run or a forecast that has ended, whether well or not. */
export interface EndedJob {
  readonly work: object
  readonly job: 'run' | 'forecast' | 'remedies' | 'odds' | 'morningPlan' | 'dataSource' | 'scheduledExport'
  readonly ms: number
}

/** A statement that the database has carried out, or refused. Its values are not part of it. */
export interface MeasuredStatement {
  readonly text: string
  readonly ms: number
}

/** What the server says about its own work. Nothing is kept, and publishing costs nothing, where nobody listens. */
const begunWork = channel('scheduler:begun-work')
export const answeredRequests = channel('scheduler:answered-request')
export const endedJobs = channel('scheduler:ended-job')
export const measuredStatements = channel('scheduler:statement')

/** Each channel has messages of one kind. */
const said = <Message>(message: unknown): Message => message as Message

/** Calls `listener` with everything that is said on a channel; returns how to stop. */
export const hear = <Message>(on: Channel, listener: (message: Message) => void): (() => void) => {
  const onMessage = (message: unknown) => listener(said(message))
  on.subscribe(onMessage)
  return () => void on.unsubscribe(onMessage)
}

/** Keeps something in `store` while work goes on, also in all that is awaited within; returns how to stop. */
export const keepWhileWorking = <Kept>(
  store: AsyncLocalStorage<Kept>,
  keptFor: (begun: BegunWork) => Kept,
): (() => void) => {
  begunWork.bindStore(store, (message) => keptFor(said(message)))
  return () => void begunWork.unbindStore(store)
}

const mostCharacters = 1_000

/** A statement on one line. Its values are not in the text. */
export const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, mostCharacters)

/** Does something as a part of `begun`. */
export const within = <T>(begun: BegunWork, work: () => T): T => begunWork.runStores(begun, work)

/** Logs each statement that takes at least `limitMs`, without its values; returns how to stop. */
export const logSlowStatements = (log: { warn(facts: object, message: string): void }, limitMs: number): (() => void) =>
  hear<MeasuredStatement>(measuredStatements, ({ text, ms }) => {
    if (ms < limitMs) return
    log.warn({ statement: wordsOf(text), ms: Math.round(ms) }, 'slow statement')
  })
