import { queryOptions } from '@tanstack/react-query'
import { listCalendarFeeds } from '#contract/calendar-feeds.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** Key of the reader's feeds. Other users cannot change them, so live events do not report them. */
export const calendarFeedsKey = () => [...tenantScope(), 'calendarFeeds'] as const

/** The reader's calendar feeds in this organization, newest first. */
export const calendarFeedsQuery = () =>
  queryOptions({
    queryKey: calendarFeedsKey(),
    queryFn: ({ signal }) => call(listCalendarFeeds, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: 0,
  })
