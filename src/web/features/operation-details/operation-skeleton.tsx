import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The layout of an operation while it loads. */
export const OperationSkeleton = () => (
  <>
    <div className="flex min-h-13 items-center px-5 max-md:px-4">
      <Skeleton className="h-4 w-80 max-w-full" />
    </div>
    <FailingLoad />
    <div className="h-14 border-line-2 border-y bg-surface max-md:h-40" />
    <div className="grid gap-4 p-5 max-md:px-4 lg:grid-cols-2">
      {['why', 'links', 'notes', 'history'].map((part) => (
        <div key={part} className="overflow-hidden rounded border border-line-2 bg-surface">
          <SkeletonRows columns="1fr 120px" rows={4} label="Loading operation" />
        </div>
      ))}
    </div>
  </>
)
