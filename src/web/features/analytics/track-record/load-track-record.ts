import type { QueryClient } from '@tanstack/react-query'
import { learnedPacesQuery, trackRecordQuery } from '#web/api/overview/analytics.queries.ts'
import { storedDateSettings } from '#web/components/reader/use-date-settings.ts'
import { firstDay } from '../first-day.ts'
import type { RecordSearch } from './record-search.ts'

/** Requests the data of the screen without awaiting it. */
export const loadTrackRecord = (client: QueryClient, search: RecordSearch): void => {
  void client.prefetchQuery(trackRecordQuery({ from: firstDay(search, Date.now(), storedDateSettings().zone) }))
  void client.prefetchQuery(learnedPacesQuery())
}
