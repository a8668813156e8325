import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'

export const requestLimits = {
  bodyBytes: 1024 * 1024,
  urlBytes: 8 * 1024,
  queryParameters: 100,
  /** A request that has not fully arrived by then is cut off at the next check, so within 30 s and before `workMs`. */
  arrivalMs: 27_000,
  headerArrivalMs: 10_000,
  checkEveryMs: 2_000,
  /** From the arrival to the answer, or to the beginning of a file. */
  workMs: 30_000,
  /** Longest pause in a file: for the next part, or for a reader who takes none. */
  filePauseMs: 120_000,
  /** A file of any length is over by then. */
  fileMs: 3_600_000,
  jsonDepth: 64,
} as const

/** The time limits, in ms; tests shorten them. */
export type TimeLimits = Readonly<
  Record<'arrivalMs' | 'headerArrivalMs' | 'checkEveryMs' | 'workMs' | 'filePauseMs', number>
>

/** Refuses requests that are too long before anything reads them. */
export const installRequestLimits = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > requestLimits.urlBytes) throw new AppError('uri_too_long', 'The address is too long.')
    const query = url.indexOf('?')
    if (query >= 0 && url.slice(query).split('&').length > requestLimits.queryParameters) {
      throw new AppError('bad_request', 'Too many query parameters.')
    }
  })
}
