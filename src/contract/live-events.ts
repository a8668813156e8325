import { z } from 'zod/mini'
import { Notification, NotificationInput } from './notifications.ts'
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
  'forecast',
  'runs',
  'proposals',
  'notifications',
  'savedViews',
  'routingTemplates',
  /** Data sources and scheduled exports. */
  'dataSources',
] as const

export type LiveResource = (typeof liveResources)[number]

/** Ids and versions only: the receiver compares them with its cache and requests the records, so access is checked again. */
export const ChangedEvent = z.object({
  type: z.literal('changed'),
  resource: z.enum(liveResources),
  /** Empty = too many to list; read everything. */
  items: z.array(z.object({ id: z.string(), version: z.optional(z.number()), projectId: z.optional(z.string()) })),
  /** The browser tab that caused it (`X-Client-Id`), so that it can ignore its own echo. */
  clientId: z.nullable(z.string()),
  /** In a message repeated for a new socket: time since the change was announced. */
  agoMs: z.optional(z.number().check(z.minimum(0))),
})

/** Progress of a run includes its data, because requesting it five times a second would cost more. */
export const RunEvent = z.object({ type: z.literal('run'), run: SchedulingRun })

/**
 * The first message on a socket. The `changed` and `notification` messages of the last `knownForMs` milliseconds
 * follow, so only data that was read earlier may be outdated. 0 = the server knows no earlier change.
 */
const HelloEvent = z.object({ type: z.literal('hello'), knownForMs: z.number().check(z.minimum(0)) })

/** The session ended or lost its organization; the client then calls `GET /auth/validate`. */
const SessionEvent = z.object({ type: z.literal('session') })

/**
 * A notification for the user of this socket. It may arrive twice, so each id is displayed once. If a notification was read, deleted or
 * withdrawn, or is too large for a message, only this user gets `changed` with resource `notifications` instead.
 */
const NotificationEvent = z.object({ type: z.literal('notification'), data: Notification })

const presenceScreens = [
  'dashboard',
  'projects',
  'project',
  'operation',
  'kanban',
  'schedule',
  'analytics',
  'overdue',
  'operations',
  'admin',
  'other',
] as const
export const PresenceScreen = z.enum(presenceScreens)
export type PresenceScreen = z.infer<typeof PresenceScreen>

/** A browser tab of the user or a colleague, and the page it shows. Users who hide their status are not listed. */
export const PresentPerson = z.object({
  userId: z.string(),
  name: z.string(),
  /** The id of the tab from its socket; null = the socket sent none. */
  clientId: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  screen: PresenceScreen,
})
export type PresentPerson = z.infer<typeof PresentPerson>

/**
 * All present users, at most 200 tabs. Sent on changes (at most once a second) and right after a socket opens, unless the list is empty.
 */
const PresenceEvent = z.object({ type: z.literal('presence'), people: z.array(PresentPerson) })

/**
 * Acknowledges a `LiveMessage`, on its own socket only. For a note it is sent once the note is stored or refused; `error` is the reason.
 * `id` is the note's; null acknowledges a presence message. Without this answer, a browser knows that the connection is dead.
 */
const HeardEvent = z.object({
  type: z.literal('heard'),
  id: z.nullable(z.string()),
  error: z.nullable(z.string()),
})

export const LiveEvent = z.discriminatedUnion('type', [
  HelloEvent,
  ChangedEvent,
  RunEvent,
  SessionEvent,
  NotificationEvent,
  PresenceEvent,
  HeardEvent,
])
export type LiveEvent = z.infer<typeof LiveEvent>
export type ChangedEvent = z.infer<typeof ChangedEvent>

/** The page of a tab, sent when it changes. Idempotent. The server discards it when the socket closes. */
const PresenceMessage = z.object({
  type: z.literal('presence'),
  projectId: z.nullable(z.uuid()),
  screen: PresenceScreen,
  clientId: z.nullish(z.string().check(z.regex(/^[\w-]{1,64}$/))),
})

/** Equivalent to `POST /notifications`, with the same rules. The note's `id` makes it idempotent. */
const NotificationMessage = z.object({ type: z.literal('notification'), data: NotificationInput })

/** Messages that a browser may send; others are ignored. At most 64 KiB, and 20 messages a second. */
export const LiveMessage = z.discriminatedUnion('type', [PresenceMessage, NotificationMessage])
export type LiveMessage = z.input<typeof LiveMessage>

/** Path of the socket, relative to the server's origin; the ticket is passed as `?token=`. */
export const livePath = '/api/live'
