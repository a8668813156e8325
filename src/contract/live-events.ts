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
] as const

export type LiveResource = (typeof liveResources)[number]

/** Ids and versions only: the receiver compares with its cache and asks again, so access is checked again. */
export const ChangedEvent = z.object({
  type: z.literal('changed'),
  resource: z.enum(liveResources),
  /** Empty = too many to list; read everything. */
  items: z.array(z.object({ id: z.string(), version: z.optional(z.number()), projectId: z.optional(z.string()) })),
  /** The browser tab that caused it (`X-Client-Id`), so that it can ignore its own echo. */
  clientId: z.nullable(z.string()),
  /** In a message that is sent again to a new socket: how long ago the change was announced. */
  agoMs: z.optional(z.number().check(z.minimum(0))),
})

/** Progress of a run contains its data, because reading it five times a second would cost more. */
export const RunEvent = z.object({ type: z.literal('run'), run: SchedulingRun })

/**
 * The first message of a socket: `changed` and `notification` messages of the last `knownForMs` milliseconds follow it, so only data
 * that was read before may be out of date. 0 = the server does not know any earlier change.
 */
const HelloEvent = z.object({ type: z.literal('hello'), knownForMs: z.number().check(z.minimum(0)) })

/** The session ended or lost its organization: the client asks `GET /auth/validate`. */
const SessionEvent = z.object({ type: z.literal('session') })

/**
 * A notification for the user of this socket. It may arrive twice, so each id is shown once. When a notification was read,
 * deleted or withdrawn, or is too large for a message, this user alone gets `changed` with resource `notifications` instead.
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

/** A browser tab of a colleague or of the user, and the page it shows. Users who hide their status are not listed. */
export const PresentPerson = z.object({
  userId: z.string(),
  name: z.string(),
  /** The id of the tab from its socket; null = the socket sent none. */
  clientId: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  screen: PresenceScreen,
})
export type PresentPerson = z.infer<typeof PresentPerson>

/** All present users, at most 200 tabs; sent on changes (at most once a second) and right after a socket opens if there is anybody. */
const PresenceEvent = z.object({ type: z.literal('presence'), people: z.array(PresentPerson) })

/**
 * The server's answer to a `LiveMessage`, sent to that socket alone. For a note it is sent once the note is stored or refused;
 * `error` is the sentence of the refusal. `id` is that of the note; null answers a presence message. A browser without this answer knows that the connection is dead.
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

/** The page of a tab, sent when it changes. Sending it again does no harm. The server forgets it when the socket closes. */
const PresenceMessage = z.object({
  type: z.literal('presence'),
  projectId: z.nullable(z.uuid()),
  screen: PresenceScreen,
  clientId: z.nullish(z.string().check(z.regex(/^[\w-]{1,64}$/))),
})

/** The same as `POST /notifications`, with the same rules; the note's `id` makes sending it again harmless. */
const NotificationMessage = z.object({ type: z.literal('notification'), data: NotificationInput })

/** The messages that a browser may send; others are ignored. At most 64 KiB, 20 messages a second. */
export const LiveMessage = z.discriminatedUnion('type', [PresenceMessage, NotificationMessage])
export type LiveMessage = z.input<typeof LiveMessage>

/** Path of the socket, below the server's origin; the ticket goes into `?token=`. */
export const livePath = '/api/live'
