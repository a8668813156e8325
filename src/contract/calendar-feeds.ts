import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

export const calendarFeedLimits = {
  /** Maximum number of feeds of one person in one organization. */
  perPerson: 50,
  /** A feed that was not read for this many days ends. */
  unusedDays: 180,
  /** Work that ended earlier is left out. */
  daysBack: 28,
  /** Maximum number of events in one answer, earliest first. */
  events: 5_000,
} as const

/** One of my calendar feeds in this organization, with the planned work of one work center, pool or project. */
export const CalendarFeed = z.object({
  feedId: z.string(),
  /** A work center or a pool. */
  categoryId: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  /** Current name of the work center or project; null = it was deleted. */
  name: z.nullable(z.string()),
  createdAt: Instant,
  /** When a calendar program last read it, to the hour; null = never. */
  lastReadAt: z.nullable(Instant),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/calendar-feeds',
  access: 'tenant',
  summary: 'My calendar feeds in this organization, the newest first',
  failed: 'Failed to fetch your calendar feeds',
  response: z.array(CalendarFeed),
})

export const CalendarFeedInput = z.object({ categoryId: z.optional(Id), projectId: z.optional(Id) }).check(
  z.refine(({ categoryId, projectId }) => (categoryId === undefined) !== (projectId === undefined), {
    message: 'Name either a work center or a project',
  }),
)
export type CalendarFeedInput = z.infer<typeof CalendarFeedInput>

/** 400 if the organization has no such work center or project; 422 beyond 50 feeds. */
export const postCalendarFeed = endpoint({
  method: 'POST',
  path: '/calendar-feeds',
  access: 'tenant',
  summary: 'Make a calendar feed of one work center or one project; its address is shown only once',
  failed: 'Failed to create the calendar feed',
  body: CalendarFeedInput,
  response: z.extend(CalendarFeed, {
    /** Token of the address; null in an answer repeated under its Idempotency-Key. */
    linkToken: z.nullable(z.string()),
  }),
  status: 201,
})

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/calendar-feeds/:feedId',
  access: 'tenant',
  summary: 'Revoke one of my calendar feeds',
  failed: 'Failed to revoke the calendar feed',
  params: z.object({ feedId: Id }),
  response: z.undefined(),
  status: 204,
})

/** Readable by anyone with the address, without a session. Unknown, revoked and ended tokens get 404. */
export const getCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:token.ics',
  access: 'calendarFeed',
  summary: 'The planned work of a calendar feed as iCalendar (RFC 5545), for calendar programs',
  failed: 'Failed to fetch the calendar',
  params: z.object({ token: z.string().check(z.maxLength(64)) }),
  response: z.string(),
  mediaType: 'text/calendar',
})
