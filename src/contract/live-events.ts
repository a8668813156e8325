import { z } from 'zod'
import { SchedulingRun } from './scheduling-runs.ts'

export const liveResources = [
  'projects',
  'operations',
  'categories',
  'shifts',
  'holidays',
  'holidayTemplates',
  'organisation',
  'users',
  'schedule',
  'runs',
] as const

export type LiveResource = (typeof liveResources)[number]

/** Ids and versions only: the receiver compares with its cache and asks again, so access is checked again. */
export const ChangedEvent = z.object({
  type: z.literal('changed'),
  resource: z.enum(liveResources),
  /** Empty = more than can be listed; ask for all. */
  items: z.array(z.object({ id: z.string(), version: z.number().optional(), projectId: z.string().optional() })),
  /** The browser tab that caused it (`X-Client-Id`), so that it can ignore its own echo. */
  clientId: z.string().nullable(),
})

/** Run progress is the one message that carries its payload. */
export const RunEvent = z.object({ type: z.literal('run'), run: SchedulingRun })

/** The session ended or lost its organisation: the client asks `GET /auth/validate`. */
export const SessionEvent = z.object({ type: z.literal('session') })

export const LiveEvent = z.discriminatedUnion('type', [ChangedEvent, RunEvent, SessionEvent])
export type LiveEvent = z.infer<typeof LiveEvent>
export type ChangedEvent = z.infer<typeof ChangedEvent>

/** Path of the socket, below the server's origin; the ticket goes into `?token=`. */
export const livePath = '/api/live'
