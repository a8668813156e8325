import type { FastifyRequest } from 'fastify'
import type { LiveSession } from '../services/sessions/load-session.ts'
import type { Caller } from './caller.ts'

interface PlacedCaller extends Caller {
  /** Network address; null = it cannot be known. */
  readonly address: string | null
}

const callers = new WeakMap<FastifyRequest, PlacedCaller>()

/** Remembers who makes a request once that is established. */
export const setCaller = (request: FastifyRequest, caller: PlacedCaller): void => {
  callers.set(request, caller)
}

export const callerOf = (request: FastifyRequest): PlacedCaller => {
  const caller = callers.get(request)
  if (!caller) throw new Error('This request was never identified')
  return caller
}

/** The session of a request on a route that needs one. */
export const sessionOf = (request: FastifyRequest): LiveSession => {
  const { session } = callerOf(request)
  if (!session) throw new Error('This route has no session')
  return session
}

/** Network address of whoever makes a request, for throttling and for its own sessions' list; null = it cannot be known. */
export const addressOf = (request: FastifyRequest): string | null => callerOf(request).address

/** User behind a request, for the log; null when unknown. */
export const userIdOf = (request: FastifyRequest): string | null => callers.get(request)?.session?.userId ?? null
