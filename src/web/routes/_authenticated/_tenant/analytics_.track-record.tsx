import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadTrackRecord } from '#web/features/analytics/track-record/load-track-record.ts'
import { defaultRecord, RecordSearch } from '#web/features/analytics/track-record/record-search.ts'
import { TrackRecordScreen } from '#web/features/analytics/track-record/track-record-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/analytics_/track-record')({
  validateSearch: RecordSearch,
  search: { middlewares: [stripSearchParams(defaultRecord)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: each panel draws its own skeleton.
  loader: ({ context, deps }) => loadTrackRecord(context.queryClient, deps),
  component: TrackRecordRoute,
  pendingComponent: PageSkeleton,
})

function TrackRecordRoute() {
  const navigate = Route.useNavigate()
  const onMonths = useCallback(
    (months: RecordSearch['months']) => void navigate({ search: { months }, replace: true, resetScroll: false }),
    [navigate],
  )
  return <TrackRecordScreen months={Route.useSearch().months} onMonths={onMonths} />
}
