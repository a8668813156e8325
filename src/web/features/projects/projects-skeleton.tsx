import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

const columns = '16px 44px minmax(9rem,1fr) 100px 92px 44px 120px 90px 56px 72px 160px 48px minmax(7rem,1fr)'

/** The layout of the list while it loads: header, views, toolbar, table. */
export const ProjectsSkeleton = () => (
  <div className="flex h-[calc(100dvh-var(--header))] flex-col overflow-hidden">
    <div className="flex h-14 shrink-0 items-center px-5 max-md:px-4">
      <Skeleton className="h-4 w-28" />
    </div>
    <FailingLoad />
    <div className="flex h-tab-strip shrink-0 items-center gap-6 border-line-2 border-b px-5 max-md:px-4">
      {['open', 'late', 'projected', 'soon'].map((view) => (
        <Skeleton key={view} className="h-3 w-20" />
      ))}
    </div>
    <div className="flex h-11 shrink-0 items-center border-line-2 border-b px-5 max-md:px-4">
      <Skeleton className="h-control-sm w-56" />
    </div>
    <div className="h-8 shrink-0 border-line-2 border-b bg-sunken max-md:hidden" />
    <SkeletonRows columns={columns} rows={20} label="Loading projects" className="bg-surface max-md:hidden" />
    <SkeletonRows columns="1fr 72px" rows={16} label="Loading projects" className="bg-surface md:hidden" />
  </div>
)
