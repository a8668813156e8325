import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The dashboard's own layout while it loads. */
export const DashboardSkeleton = () => (
  <>
    <div className="flex min-h-14 items-center px-5 max-md:px-4">
      <Skeleton className="h-4 w-56" />
    </div>
    <div className="flex flex-col gap-4 px-5 max-md:px-4">
      <div className="grid h-21.5 grid-cols-6 items-center rounded border border-line-2 bg-surface max-lg:h-43 max-lg:grid-cols-3">
        {['late', 'projected', 'ship', 'stalled', 'hold', 'over'].map((figure) => (
          <Skeleton key={figure} className="mx-4 h-6 w-24" />
        ))}
      </div>
      <div className="overflow-hidden rounded border border-line-2 bg-surface">
        <SkeletonRows columns="1fr 64px 88px 88px 112px 96px" rows={10} label="Loading projects" />
      </div>
    </div>
  </>
)
