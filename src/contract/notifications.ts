import { z } from 'zod/mini'
import { AnswerWord } from './answer-fields.ts'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Id, Instant, Line, LongText, preprocess, RequiredLine } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { operationCauses } from './operation-lists.ts'
import { Flag, isRecord } from './other-names.ts'
import { CreatedProject, runCauses } from './scheduling-runs.ts'
import {
  limits,
  MemberAccess,
  NotificationCategory,
  NotificationPriority,
  NotificationType,
  notificationCategories,
  notificationPriorities,
  notificationTypes,
} from './vocabulary.ts'

const project = { projectId: z.string(), projectNumber: z.string(), projectName: z.string() } as const
const operation = { ...project, operationId: z.string(), operationName: z.string() } as const
const lateness = { latenessDays: z.nullable(z.int()), plannedShipDate: z.nullable(Instant) } as const
/** The largest part of the lateness of a project, with names as of the notification. */
const MainCause = z.object({
  code: z.enum(operationCauses),
  operationName: z.nullable(z.string()),
  /** The operation that it waits for. */
  waitsFor: z.nullable(z.string()),
  workCentre: z.nullable(z.string()),
  /** Days that it adds to the lateness. */
  days: z.number(),
})
export type MainCause = z.infer<typeof MainCause>
const run = { runId: z.string(), projectName: z.nullable(z.string()), startedBy: z.string() } as const
/** `name` is empty for a proposal without a name and a title. */
const proposal = { proposalId: z.string(), name: z.string() } as const
/** Replaces many notifications of one kind: their number, and the first three projects. */
const several = { count: z.int(), projects: z.array(z.object(project)) } as const

/** The reason for a notification, as a code with parameters. The screen composes the sentence in the reader's format and zone. */
export const NotificationCause = z.discriminatedUnion('code', [
  /** A note by a person, with their title and message. */
  z.object({ code: z.literal('note'), fromUserId: z.string(), fromName: z.string() }),
  z.object({
    code: z.literal('runFinished'),
    ...run,
    preview: z.boolean(),
    /** Absent: a run. Otherwise the plan was applied with a proposal, or for a project with a promise date. */
    madeBy: z.optional(z.enum(['proposal', 'promiseDate'])),
    created: z.optional(CreatedProject),
    /** null = not counted. */
    changedOperations: z.nullable(z.int()),
    /** Of these, operations that were behind plan and got forecast dates; absent = none. */
    movedAsForecast: z.optional(z.int()),
    unplacedOperations: z.int(),
    lateProjects: z.int(),
    lateProjectsBefore: z.int(),
  }),
  z.object({ code: z.literal('runFailed'), ...run, cause: z.enum(runCauses) }),
  z.object({ code: z.literal('runCancelled'), ...run, cancelledBy: z.string() }),
  z.object({ code: z.literal('runReverted'), ...run, revertedBy: z.string(), reverted: z.int() }),
  /** `overdue` = its ship date has passed; otherwise it is projected to miss it. */
  z.object({
    code: z.literal('projectLate'),
    ...project,
    ...lateness,
    overdue: z.boolean(),
    /** Absent in notifications of earlier releases. */
    mainCause: z.optional(z.nullable(MainCause)),
  }),
  z.object({ code: z.literal('projectRecovered'), ...project, ...lateness }),
  z.object({ code: z.literal('projectsLate'), ...several }),
  z.object({ code: z.literal('projectsRecovered'), ...several }),
  z.object({
    code: z.literal('projectShipped'),
    ...project,
    shippedBy: z.string(),
    plannedShipDate: z.nullable(Instant),
    actualShipDate: z.nullable(Instant),
  }),
  /** The new work center; null = none. */
  z.object({
    code: z.literal('operationAssigned'),
    ...operation,
    categoryName: z.nullable(z.string()),
    by: z.string(),
  }),
  z.object({ code: z.literal('operationUnblocked'), ...operation, because: z.enum(['predecessorsDone', 'released']) }),
  /** The shop floor reported scrap. */
  z.object({
    code: z.literal('piecesScrapped'),
    ...operation,
    scrap: z.int(),
    /** null = the operation is not counted in pieces. */
    quantity: z.nullable(z.number()),
    reason: z.string(),
  }),
  z.object({ code: z.literal('projectsShipped'), ...several }),
  z.object({ code: z.literal('operationsAssigned'), ...several }),
  z.object({ code: z.literal('operationsUnblocked'), ...several }),
  z.object({
    code: z.literal('accessRequested'),
    userName: z.string(),
    reason: z.string(),
    /** Absent in messages from before there were rights other than admin. */
    access: z.optional(MemberAccess),
  }),
  z.object({
    code: z.literal('accessAnswered'),
    granted: z.boolean(),
    decidedBy: z.string(),
    note: z.nullable(z.string()),
    access: z.optional(MemberAccess),
  }),
  /** A colleague asks the recipient to apply a proposal, with its expected effect. */
  z.object({
    code: z.literal('planAsked'),
    ...proposal,
    askedBy: z.string(),
    note: z.string(),
    movedOperations: z.int(),
    movedAsForecast: z.optional(z.int()),
    movedProjects: z.int(),
    becameLate: z.int(),
    recovered: z.int(),
  }),
  z.object({ code: z.literal('planDeclined'), ...proposal, declinedBy: z.string(), word: z.string() }),
  z.object({
    code: z.literal('planApplied'),
    ...proposal,
    appliedBy: z.string(),
    movedOperations: z.int(),
    movedAsForecast: z.optional(z.int()),
  }),
  /** Wrong second-factor codes since the last right one, entered after the recipient's password. */
  z.object({ code: z.literal('wrongCodes'), count: z.int() }),
])
export type NotificationCause = z.infer<typeof NotificationCause>
export type NotificationCode = NotificationCause['code']

/** The subject of a notification, which a click opens. */
export const NotificationSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), projectId: z.string() }),
  z.object({ kind: z.literal('operation'), projectId: z.string(), operationId: z.string() }),
  /** Scrap of an operation, whose rework can be proposed on its page. */
  z.object({ kind: z.literal('scrap'), projectId: z.string(), operationId: z.string() }),
  z.object({ kind: z.literal('projects') }),
  z.object({ kind: z.literal('run'), runId: z.string() }),
  z.object({ kind: z.literal('proposal'), proposalId: z.string() }),
  z.object({ kind: z.literal('accessRequests') }),
  /** Sign-ins of the recipient. */
  z.object({ kind: z.literal('signIns') }),
])
export type NotificationSubject = z.infer<typeof NotificationSubject>

/** `action` is a path inside the product, never an external address. */
export const NotificationAction = z.object({
  label: RequiredLine('Label', 60),
  variant: z._default(z.enum(['text', 'outlined', 'contained']), 'text'),
  action: Line(500).check(z.refine((path) => /^\/(?![/\\])/.test(path), 'A path of this product')),
})
export type NotificationAction = z.infer<typeof NotificationAction>

/**
 * A notification of another server may have no id or time. Its id is then derived from its text, so that it is
 * displayed once, and its time is now.
 */
const readPlain = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  const { id, timestamp, title, message, ...rest } = { id: null, timestamp: null, title: null, message: null, ...value }
  const words = [timestamp, title, message].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const isTime = typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))
  return { ...rest, title, message, id: id ?? words, timestamp: isTime ? timestamp : new Date().toISOString() }
}

/** A notification, with the cause it was composed from. */
export const Notification = preprocess(
  readPlain,
  z.object({
    /** On our server it sorts by time (UUID version 7) and is the same for every recipient. Display each id once. */
    id: AnswerId,
    /** Plain English for clients that do not compose sentences; the author's text if `cause.code` is 'note'. */
    title: AnswerText(),
    message: AnswerText(),
    type: AnswerWord(notificationTypes, NotificationType, 'info'),
    category: AnswerWord(notificationCategories, NotificationCategory, 'System'),
    priority: AnswerWord(notificationPriorities, NotificationPriority, 'medium'),
    timestamp: Instant,
    read: withUsual(Flag, false),
    /** null = from another server, which only has text. */
    cause: withUsual(z.nullable(NotificationCause), null),
    subject: withUsual(z.nullable(NotificationSubject), null),
    actions: withUsual(z.array(NotificationAction), []),
  }),
)
export type Notification = z.infer<typeof Notification>

/** A note to one colleague, or to everyone else in the organization. */
export const NotificationInput = z.object({
  /** Created by the client. A note sent twice with the same id within 24 hours is stored once. */
  id: z.optional(Line(64)),
  /** A colleague's user id; absent or null = everyone. */
  to: z.nullish(Id),
  title: RequiredLine('Title', 200),
  message: z._default(LongText.check(z.maxLength(2_000, 'At most 2000 characters')), ''),
  type: z._default(NotificationType, 'info'),
  category: z._default(NotificationCategory, 'User'),
  priority: z._default(NotificationPriority, 'medium'),
  actions: z._default(z.array(NotificationAction).check(z.maxLength(3)), []),
})
export type NotificationInput = z.infer<typeof NotificationInput>

export const listUnreadNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  access: 'notificationToken',
  summary: 'My unread notifications, newest first',
  failed: 'Failed to fetch notifications',
  response: z.array(Notification),
})
export const postNotification = endpoint({
  method: 'POST',
  path: '/notifications',
  access: 'notificationToken',
  summary: 'Send a note to a colleague or to everyone in the organization',
  failed: 'Failed to create notification',
  body: NotificationInput,
  response: Notification,
  status: 201,
})
/** With `after`, notifications stored since that one, and possibly some from the minute before, so that none is missed. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'tenant',
  summary: `My notifications, newest first; the newest ${limits.keptNotifications} are kept`,
  failed: 'Failed to fetch notifications',
  query: z.object({ after: z.optional(Id) }),
  response: z.array(Notification),
})
export const readNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'tenant',
  summary: 'Mark a notification as read',
  failed: 'Failed to mark notification as read',
  params: z.object({ id: Id }),
  response: Notification,
})
export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read-all',
  access: 'tenant',
  summary: 'Mark all my notifications as read',
  failed: 'Failed to mark all notifications as read',
  response: z.object({ read: z.int() }),
})
export const clearNotifications = endpoint({
  method: 'DELETE',
  path: '/notifications',
  access: 'tenant',
  summary: 'Delete all my notifications',
  failed: 'Failed to clear notifications',
  response: z.undefined(),
  status: 204,
})
export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  access: 'tenant',
  summary: 'Delete one of my notifications',
  failed: 'Failed to delete notification',
  params: z.object({ id: Id }),
  response: z.undefined(),
  status: 204,
})
export const postNotificationToken = endpoint({
  method: 'POST',
  path: '/auth/notification-token',
  access: 'tenant',
  summary: 'A 15-minute token that opens notifications and nothing else',
  failed: 'Authentication failed',
  response: z.object({ token: z.string(), expiresAt: Instant }),
})
/** Single use, valid for 30 seconds, bound to session and organization; passed as the socket's `?token=`. */
export const postNotificationTicket = endpoint({
  method: 'POST',
  path: '/notifications/ticket',
  access: 'notificationToken',
  summary: 'A ticket that opens the live socket once',
  failed: 'Authentication failed',
  response: z.object({
    ticket: z.string(),
    expiresAt: Instant,
    /** Address of the socket; null or absent = relative to the origin that answered. */
    socketUrl: z.optional(z.nullable(z.string())),
  }),
})
