import { CircleCheck, SearchX } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Gantt } from '../gantt/gantt.tsx'
import { useGanttState } from '../gantt-context.ts'
import type { RowFilter } from '../model/row-filter.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { ScheduleList } from './schedule-list.tsx'
import type { ScrollerHandle } from './time-scroller.tsx'

interface GanttRowsProps {
  readonly view: ScheduleView
  readonly narrow: boolean
  readonly scroller: Ref<ScrollerHandle>
  readonly filter: RowFilter | undefined
  readonly onFilter: ((change: Partial<RowFilter>) => void) | undefined
}

const good: Partial<Record<RowFilter['show'], string>> = {
  late: 'No project is late',
  unplaced: 'Everything is scheduled',
}

/** The rows of the view, or the reason why there are none. */
export function GanttRows({ view, narrow, scroller, filter, onFilter }: GanttRowsProps) {
  const none = useGanttState(({ order }) => order.length === 0)
  if (!narrow && view === 'timeline') return <Timeline handle={scroller} />
  if (none && filter && onFilter) {
    const news = filter.q.trim() === '' ? good[filter.show] : undefined
    return (
      <EmptyState
        className="min-h-0 flex-1 bg-surface"
        icon={news ? <CircleCheck /> : <SearchX />}
        title={news ?? 'No project matches'}
        action={<Button onClick={() => onFilter({ q: '', show: 'all' })}>Show all projects</Button>}
      />
    )
  }
  return narrow ? <ScheduleList /> : <Gantt handle={scroller} />
}
