import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The skeleton of a page with a header and a list. */
export const PageSkeleton = () => (
  <div className="flex grow flex-col">
    <div className="flex min-h-14 items-center px-5 max-md:px-4">
      <Skeleton className="h-4 w-40" />
    </div>
    <FailingLoad />
    <SkeletonRows columns="80px 1fr 120px 120px" rows={12} className="border-line-2 border-t bg-surface" />
  </div>
)
