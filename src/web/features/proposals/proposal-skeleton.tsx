import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The layout of a proposal while it loads. */
export const ProposalSkeleton = () => (
  <>
    <div className="flex min-h-13 items-center gap-3 px-5 max-md:px-4">
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="ml-auto h-8 w-64 max-md:hidden" />
    </div>
    <FailingLoad />
    <SkeletonRows columns="1fr 120px 120px" rows={8} label="Loading proposal" className="mx-5 max-md:mx-4" />
  </>
)
