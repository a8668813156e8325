import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

const facts = ['ship', 'projected', 'lateness', 'progress', 'operations', 'left', 'customer']

/** The layout of a project while it loads. */
export const ProjectSkeleton = () => (
  <>
    <div className="flex min-h-13 items-center gap-3 px-5 max-md:px-4">
      <Skeleton className="h-4 w-80" />
      <Skeleton className="ml-auto h-8 w-64 max-md:hidden" />
    </div>
    <FailingLoad />
    <div className="flex flex-wrap gap-8 border-line-2 border-y bg-surface px-5 py-2 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:px-4">
      {facts.map((fact) => (
        <div key={fact} className="flex h-9 flex-col justify-between py-0.5">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3.5 w-28" />
        </div>
      ))}
    </div>
    <div className="flex grow">
      <div className="min-w-0 grow">
        <div className="flex flex-col gap-2 px-5 pt-2 max-md:px-4">
          <Skeleton className="my-2 h-4 w-96 max-w-full" />
          <Skeleton className="h-46 w-full max-md:hidden" />
        </div>
        <div className="flex h-11 items-center px-5 max-md:px-4">
          <Skeleton className="h-4 w-40" />
        </div>
        <SkeletonRows
          columns="40px 1fr 112px 96px 96px 48px 128px 128px 64px"
          rows={10}
          label="Loading project"
          className="border-line-2 border-t bg-surface"
        />
      </div>
      <div className="flex w-92 shrink-0 flex-col gap-4 border-line-2 border-l bg-surface p-4 max-xl:hidden">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-72" />
        <Skeleton className="h-3 w-56" />
        <Skeleton className="h-3 w-64" />
      </div>
    </div>
  </>
)
