import { classNames } from '#web/lib/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A panel of the real size while its data loads. */
export const ChartSkeleton = ({ className = 'h-72' }: { className?: string }) => (
  <div
    role="status"
    aria-label="Loading metrics"
    className={classNames('rounded border border-line-2 bg-surface', className)}
  >
    <div className="flex h-9 items-center border-line border-b px-3">
      <Skeleton className="h-3 w-44" />
    </div>
    <div className="p-3">
      <Skeleton className="h-3 w-2/3" />
    </div>
  </div>
)
