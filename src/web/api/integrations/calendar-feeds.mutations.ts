import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type CalendarFeedInput, deleteCalendarFeed, postCalendarFeed } from '#contract/calendar-feeds.ts'
import { call } from '#web/api/client.ts'
import { calendarFeedsKey } from './calendar-feeds.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: calendarFeedsKey() })

/** Creates a feed; only this answer contains its token. */
export const createFeedMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CalendarFeedInput) => call(postCalendarFeed, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

export const revokeFeedMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (feedId: string) => call(deleteCalendarFeed, { params: { feedId } }),
    onSettled: () => invalidate(client),
  })
