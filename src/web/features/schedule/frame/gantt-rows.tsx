import { CircleCheck, SearchX } from 'lucide-react'
import { memo, type Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Gantt } from '../gantt/gantt.tsx'
import { useGanttState } from '../gantt-context.ts'
import { noFilter, type RowFilter } from '../model/schedule-choices.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { ScheduleList } from './schedule-list.tsx'
import type { ScrollerHandle } from './time-scroller.tsx'

interface GanttRowsProps {
  readonly view: ScheduleView
  readonly narrow: boolean
  readonly scroller: Ref<ScrollerHandle>
  readonly filter: RowFilter
  readonly onFilter: (change: Partial<RowFilter>) => void
}

/** What is good about a filter that finds nothing; undefined when it is only empty. */
const goodNews = ({ q, show, center, only }: RowFilter): string | undefined => {
  if (q.trim() !== '' || center !== '') return undefined
  if (show === 'all') return only === 'overload' ? 'No work center is above its capacity' : undefined
  if (only !== '') return undefined
  return show === 'late' ? 'No project is late' : 'Everything is scheduled'
}

/** The rows of the view, or the reason why there are none. Other changes of the page leave them as they are. */
export const GanttRows = memo(function GanttRows({ view, narrow, scroller, filter, onFilter }: GanttRowsProps) {
  const none = useGanttState(({ order }) => order.length === 0)
  if (!narrow && view === 'timeline') return <Timeline handle={scroller} />
  if (none) {
    const news = goodNews(filter)
    return (
      <EmptyState
        className="min-h-0 flex-1 bg-surface"
        icon={news ? <CircleCheck /> : <SearchX />}
        title={news ?? 'No project matches'}
        action={<Button onClick={() => onFilter(noFilter)}>Show all projects</Button>}
      />
    )
  }
  return narrow ? <ScheduleList /> : <Gantt handle={scroller} />
})
