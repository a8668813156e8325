import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, GanttChart, Rows3 } from 'lucide-react'
import { memo, type ReactNode, type RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import type { ScheduleZoom } from '../model/schedule-zoom.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { OutMenu } from '../out/out-menu.tsx'
import type { PageCalls } from '../schedule-gantt.tsx'
import { setAllExpanded } from '../schedule-store.ts'
import { GoTo } from './go-to.tsx'
import type { ScrollerHandle } from './time-scroller.tsx'
import { ViewOptions } from './view-options.tsx'

interface GanttControlsProps {
  readonly view: ScheduleView
  readonly zoom: ScheduleZoom
  readonly scroller: RefObject<ScrollerHandle | null>
  /** Whether the reader chooses where to go. */
  readonly goingTo: boolean
  readonly onGoingTo: (open: boolean) => void
  readonly onSearch: PageCalls['onSearch']
  readonly onOpen: PageCalls['onOpen']
  readonly lookFields: ReactNode
}

interface GanttToolbarProps extends GanttControlsProps {
  readonly narrow: boolean
  /** Search and filter of the rows. The Timeline has none, because it has no rows of projects. */
  readonly filter?: ReactNode
  /** Actions of the page at the right, the primary button last. */
  readonly end?: ReactNode
}

const zooms = [
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
  { value: 'weeks', label: 'Weeks' },
  { value: 'months', label: 'Months' },
] as const

type KeptControlsProps = GanttControlsProps & Pick<GanttScene, 'store' | 'clock'> & { readonly expandedAll: boolean }

/** View, time and zoom. They read no scene, of which each change would draw them again: a newer plan leaves them as they are. */
const GanttControls = memo(function GanttControls(props: KeptControlsProps) {
  const { view, zoom, scroller, goingTo, onGoingTo, onSearch, onOpen, lookFields } = props
  const { store, clock, expandedAll } = props
  return (
    <>
      <SegmentedControl
        label="View"
        value={view}
        onChange={(next) => onSearch({ view: next })}
        segments={[
          { value: 'gantt', label: 'Gantt', icon: <GanttChart className="size-3.5" /> },
          { value: 'timeline', label: 'Timeline', icon: <Rows3 className="size-3.5" /> },
        ]}
      />
      <span className="h-5 border-line-2 border-l" />
      <IconButton
        size="small"
        variant="default"
        label="Earlier"
        icon={<ChevronLeft />}
        onClick={() => scroller.current?.page(-1)}
      />
      <Button size="small" onClick={() => scroller.current?.toNow()}>
        Today
      </Button>
      <IconButton
        size="small"
        variant="default"
        label="Later"
        icon={<ChevronRight />}
        onClick={() => scroller.current?.page(1)}
      />
      <GoTo scroller={scroller} open={goingTo} onOpenChange={onGoingTo} />
      <SegmentedControl
        label="Zoom (keys + and -)"
        value={zoom}
        onChange={(next) => onSearch({ zoom: next, stretch: 1 })}
        segments={zooms}
      />
      {view === 'gantt' && (
        <IconButton
          size="small"
          variant="default"
          label={expandedAll ? 'Collapse all projects' : 'Expand all projects'}
          icon={expandedAll ? <ChevronsDownUp /> : <ChevronsUpDown />}
          onClick={() => setAllExpanded(store, !expandedAll)}
        />
      )}
      <OutMenu clock={clock} view={view} scroller={scroller} onFollow={() => onOpen({ kind: 'follow' })} />
      <ViewOptions view={view} onLook={onSearch}>
        {lookFields}
      </ViewOptions>
    </>
  )
})

/** The toolbar above the schedule: view, filter, time and zoom. */
export function GanttToolbar({ narrow, filter, end, ...controls }: GanttToolbarProps) {
  const { store, clock } = useGantt()
  const expandedAll = useGanttState((state) => state.expandedAll)
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-1.5 border-line-2 border-b bg-canvas px-5 py-2 max-md:px-4">
      <PageTitle className="mr-1">Schedule</PageTitle>
      {!narrow && <GanttControls {...controls} store={store} clock={clock} expandedAll={expandedAll} />}
      {filter}
      {end && <div className="ml-auto flex items-center gap-1.5">{end}</div>}
    </div>
  )
}
