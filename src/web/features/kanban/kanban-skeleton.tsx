import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const columns = ['one', 'two', 'three', 'four', 'five']
const cards = ['first', 'second', 'third']

/** The layout of the board while it loads. */
export const KanbanSkeleton = () => (
  <div className="flex h-[calc(100dvh-var(--header))] min-h-170 flex-col overflow-hidden">
    <div className="flex h-16 shrink-0 items-center px-5 max-md:px-4">
      <Spinner label="Loading Kanban board..." />
    </div>
    <div aria-hidden="true" className="flex min-h-0 grow gap-3 px-5 pb-5 max-md:px-4">
      {columns.map((column) => (
        <div key={column} className="h-full w-78 shrink-0 rounded border border-line-2 bg-sunken p-2">
          <Skeleton className="my-2 h-3 w-24" />
          {cards.map((card) => (
            <div key={card} className="mt-2 h-37 rounded border border-line-2 bg-surface p-3">
              <Skeleton className="h-3 w-12" />
              <Skeleton className="mt-3 h-3 w-40" />
              <Skeleton className="mt-4 h-3 w-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  </div>
)
