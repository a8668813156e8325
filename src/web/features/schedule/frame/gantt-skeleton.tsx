import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ScheduleView } from '../model/time-scale.ts'

const lines = Array.from({ length: 14 }, (_, line) => ({ name: `row-${line}`, line }))
const offsets = [12, 30, 8, 45, 22, 60, 35, 15, 50, 5, 40, 26, 55, 18]

/** The layout of the schedule while the plan loads. */
export function GanttSkeleton({ view, narrow }: { view: ScheduleView; narrow: boolean }) {
  const column = narrow ? 'w-full' : view === 'gantt' ? 'w-[444px]' : 'w-56'
  return (
    <div role="status" aria-label="Loading the schedule" className="min-h-0 flex-1 overflow-hidden bg-surface">
      {!narrow && <div className="h-12 border-line-2 border-b bg-sunken" />}
      {lines.map(({ name, line }) => (
        <div
          key={name}
          className={`flex items-center border-line border-b ${view === 'gantt' && !narrow ? 'h-8' : 'h-14'}`}
        >
          <div className={`flex h-full shrink-0 items-center border-line-2 border-r px-5 ${column}`}>
            <Skeleton className={`h-3 ${line % 3 === 0 ? 'w-3/5' : 'w-2/5'}`} />
          </div>
          {!narrow && (
            <div className="flex-1 px-5" style={{ paddingLeft: `${offsets[line]}%` }}>
              <Skeleton className="h-5 w-1/4" />
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
