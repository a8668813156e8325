import { type Channel, channel } from 'node:diagnostics_channel'

/** An answered request. `route` is the pattern of the route, never the address. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** A run or a forecast that has ended, whether well or not. */
export interface EndedJob {
  readonly job: 'run' | 'forecast'
  readonly ms: number
}

/** A statement that the database has carried out, or refused. Its values are not part of it. */
export interface MeasuredStatement {
  readonly text: string
  readonly ms: number
}

/** What the server says about its own work. Nothing is kept, and publishing costs nothing, where nobody listens. */
export const answeredRequests = channel('scheduler:answered-request')
export const endedJobs = channel('scheduler:ended-job')
export const measuredStatements = channel('scheduler:statement')

/** Calls `listener` with everything that is said on a channel; returns how to stop. */
export const hear = <Message>(on: Channel, listener: (message: Message) => void): (() => void) => {
  const onMessage = (message: unknown) => listener(message as Message)
  on.subscribe(onMessage)
  return () => void on.unsubscribe(onMessage)
}

const mostCharacters = 1_000

/** Logs each statement that takes at least `limitMs`, without its values; returns how to stop. */
export const logSlowStatements = (log: { warn(facts: object, message: string): void }, limitMs: number): (() => void) =>
  hear<MeasuredStatement>(measuredStatements, ({ text, ms }) => {
    if (ms < limitMs) return
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, mostCharacters)
    log.warn({ statement, ms: Math.round(ms) }, 'slow statement')
  })
