import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as contract from '#contract/calendar-feeds.ts'
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from '../../services/calendar-feeds/my-feeds.ts'
import { readCalendar } from '../../services/calendar-feeds/read-calendar.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const calendarFeedsRoutes: readonly ServedRoute[] = [
  serve(contract.listCalendarFeeds, ({ ctx }) => listCalendarFeeds(ctx)),
  serve(contract.postCalendarFeed, ({ ctx, body }) => createCalendarFeed(ctx, body)),
  serve(contract.deleteCalendarFeed, async ({ ctx, params }) => {
    await deleteCalendarFeed(ctx, params)
    return undefined
  }),
  serve(contract.getCalendar, async ({ ctx, reply }) => {
    const text = await readCalendar(ctx.tenant, ctx.feed)
    const hash = createHash('sha256').update(text).digest('base64url')
    reply
      .type('text/calendar; charset=utf-8')
      .header('Content-Disposition', 'inline; filename="plan.ics"')
      .header('ETag', `W/"${hash}"`)
    return Readable.from([text])
  }),
]
