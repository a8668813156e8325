import { CalendarClock, CalendarX2, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { MovesEffect } from '#contract/bulk-operations.ts'
import type { ProposalMove } from '#contract/proposals.ts'
import type { CompactSchedule, DateColumns, OperationPlacement, UnplacedReasons } from '#contract/schedule.ts'
import { usePrepared } from '#web/components/lazy-part.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { extras } from './frame/extras.ts'
import { GanttFilter } from './frame/gantt-filter.tsx'
import { GanttFooter } from './frame/gantt-footer.tsx'
import { GanttRows } from './frame/gantt-rows.tsx'
import { GanttSkeleton } from './frame/gantt-skeleton.tsx'
import { GanttToolbar } from './frame/gantt-toolbar.tsx'
import { Minimap } from './frame/minimap.tsx'
import { type RunChoice, RunMenu } from './frame/run-menu.tsx'
import type { ScrollerHandle } from './frame/time-scroller.tsx'
import { closesPanel, useFocusInSchedule } from './frame/use-focus-in-schedule.ts'
import { useShowProposed } from './frame/use-show-proposed.ts'
import { useZoomKeys } from './frame/use-zoom-keys.ts'
import { whileState } from './frame/while-state.tsx'
import { GanttContext, type GanttScene } from './gantt-context.ts'
import type { ReaderRefusals } from './model/center-refusals.ts'
import { type GanttLook, noFilter, type RowFilter, type ScheduleWidths } from './model/schedule-choices.ts'
import type { ScheduleZoom } from './model/schedule-zoom.ts'
import type { ScheduleView } from './model/time-scale.ts'
import { UnscheduledPool } from './timeline/unscheduled-pool.tsx'
import { useTimelineAhead } from './timeline/use-timeline-ahead.ts'
import { useGanttModel } from './use-gantt-model.ts'

/** New dates for one operation; times in epoch ms. */
export interface OperationMove {
  readonly operationId: string
  readonly projectId: string
  /** The version that the reader saw, for If-Match. */
  readonly version: number
  readonly startMs: number
  readonly endMs: number
  /** Its dates in the plan that the reader saw, as ISO instants; null if it was unscheduled. */
  readonly was: {
    readonly scheduledStartDate: string | null
    readonly scheduledEndDate: string | null
    readonly durationHours: number
  }
}

/** The move, with those of its followers (none if it was moved alone). */
export interface Reschedule extends OperationMove {
  readonly followers: readonly OperationMove[]
  /** The picked operations that move with it; absent if none. They can belong to other projects. */
  readonly others?: readonly OperationMove[]
  /** The work center that it is moved to; absent if unchanged. */
  readonly categoryId?: string
  /** Its new duration in hours of work; absent if unchanged. */
  readonly durationHours?: number
}

/** A move to the row of another work center, with the hours that the operation takes there. */
export interface CenterMove extends OperationMove {
  readonly categoryId: string
  readonly withHours: (durationHours: number) => Reschedule
}

/** A work center whose overtime, downtime or capacity is to be entered. */
export interface ExceptionStart {
  readonly categoryId: string
  /** The painted time in epoch ms, and whether the work center is open in any part of it; null if the reader types the time. */
  readonly painted: { readonly fromMs: number; readonly toMs: number; readonly isOpen: boolean } | null
}

export interface ScheduleGanttProps {
  /** The plan; undefined while it loads. */
  readonly data: CompactSchedule | undefined
  readonly view: ScheduleView
  readonly zoom: ScheduleZoom
  /** Factor by which the days of the zoom level are wider than usual; 1 by default. */
  readonly stretch?: number
  /** Whether all projects are expanded initially, not only the late ones. The reader can expand and collapse single projects. */
  readonly expandedAll?: boolean
  /** The filter of the rows; without it, all projects are shown. */
  readonly filter?: RowFilter
  readonly onFilter?: (change: Partial<RowFilter>) => void
  /** What the Gantt draws beside the bars; `usualLook` by default. */
  readonly look?: GanttLook
  readonly onLook?: (change: Partial<GanttLook>) => void
  /** The initial widths of the list and its columns. */
  readonly widths?: ScheduleWidths
  readonly onWidths?: (widths: ScheduleWidths) => void
  /** Further view options of the page. */
  readonly lookFields?: ReactNode
  /** The forecast, drawn where it differs from the plan. */
  readonly forecast?: DateColumns
  /** The dates with which the plan is compared; `name` is their origin: 'the last run'. */
  readonly baseline?: DateColumns & { readonly name: string }
  readonly selectedOperationId: string | null
  /** The day in the middle of the first view, as 'yyyy-MM-dd'; the current time by default. */
  readonly startAt?: string | undefined
  /** Why operations could not be scheduled. */
  readonly unplacedReasons?: UnplacedReasons | undefined
  /** Whether the unscheduled operations are listed beside the Timeline. */
  readonly pool?: boolean
  readonly onPool?: (open: boolean) => void
  /** The name of the organization, for what is printed. */
  readonly organization?: string
  /** Why the reader may not plan an operation or report its work; null if they may. Must be stable between renders. */
  readonly refusalOf: ReaderRefusals['operation']
  readonly nowMs: number
  /** The reader's formats. `zone` is also the zone of the axis and of typed dates. */
  readonly format: DateSettings
  /** First day of the organization's weeks, 1 = Monday (the default) ... 7 = Sunday. */
  readonly weekStartsOn?: number
  readonly onView: (view: ScheduleView) => void
  /** `stretch` is absent if a zoom level was selected. */
  readonly onZoom: (zoom: ScheduleZoom, stretch?: number) => void
  readonly onSelect: (operationId: string | null) => void
  readonly onOpenProject?: (projectId: string) => void
  /** Renders the side panel of the selected operation, by its row in the plan. */
  readonly panelOf?: (operation: number) => ReactNode
  readonly onPin?: (operationId: string, pinned: boolean) => void
  readonly onHold?: (operationId: string, onHold: boolean) => void
  /** Changes the predecessors of an operation; `done` describes the change. */
  readonly onPredecessors?: (operationId: string, predecessorIds: readonly string[], done: string) => void
  /** Stores a move. Afterwards the bars follow `data` again. */
  readonly onReschedule: (change: Reschedule) => void
  /** Stores a move to another work center, if the operation may run there. */
  readonly onMoveToCenter?: (move: CenterMove) => void
  /** Enters overtime, downtime or another capacity of a work center. */
  readonly onException?: (start: ExceptionStart) => void
  /** Why the reader may not do so at a work center; null if they may. The function must be stable between renders. */
  readonly exceptionRefusal?: ReaderRefusals['exception']
  /** Opens a proposal with a move before it is stored. */
  readonly onTryMove?: (move: Reschedule) => void
  /** Computes the effect of storing a move on all projects. */
  readonly loadEffect?: (move: Reschedule, signal: AbortSignal) => Promise<MovesEffect>
  /** Computes the effect of a move to another work center; null if the operation may not run there. */
  readonly loadCenterEffect?: (move: CenterMove, signal: AbortSignal) => Promise<MovesEffect | null>
  /** Moves to draw beside the plan. */
  readonly proposed?: readonly ProposalMove[]
  /** Whether work that none of them moves is shown too. */
  readonly showsUnchanged?: boolean
  /** Opens the dialog for following the plan in a calendar app. */
  readonly onFollow?: () => void
  /** A button that previews "Schedule all". */
  readonly preview?: ReactNode
  readonly onRun?: (choice: RunChoice) => void
  /** Why the reader may not start a run; null if they may. */
  readonly runRefusal?: string | null
  /** The next step if there is no operation yet that a run could schedule. */
  readonly firstStep?: ReactNode
  /** Loads the reasons for one placement. The function must be stable between renders and may cache. */
  readonly loadPlacement: (operationId: string) => Promise<OperationPlacement>
  /** Loads the forecast for a dispatch list. The function must be stable between renders and may cache. */
  readonly loadForecast: () => Promise<DateColumns>
  /** Buttons of the page in the toolbar, before "Schedule all". */
  readonly toolbarEnd?: ReactNode
  /** Text of the page in the footer, after the counts. */
  readonly footerNote?: ReactNode
}

/** Lists the unscheduled operations: beside the Timeline, or as rows of the Gantt. */
const unplacedAction = ({ view, onPool, onFilter }: ScheduleGanttProps, narrow: boolean): (() => void) | undefined => {
  if (view === 'timeline' && !narrow && onPool) return () => onPool(true)
  return onFilter && (() => onFilter({ ...noFilter, show: 'unplaced' }))
}

/** The rendered view and zoom. The toolbar shows a choice at once, and the rows follow as soon as they are ready. */
const useDrawn = ({ view, zoom, stretch = 1 }: ScheduleGanttProps) =>
  useDeferredValue(useMemo(() => ({ view, zoom, stretch }), [view, zoom, stretch]))

/** The toolbar's callbacks to the page: the same functions on every render, so that the toolbar does not render again. */
const useToolbarCalls = (props: ScheduleGanttProps) => {
  const latest = useRef(props)
  latest.current = props
  const [calls] = useState(() => ({
    onView: (view: ScheduleView) => latest.current.onView(view),
    onZoom: (zoom: ScheduleZoom) => latest.current.onZoom(zoom),
    onLook: (change: Partial<GanttLook>) => latest.current.onLook?.(change),
    onFollow: () => latest.current.onFollow?.(),
    onRun: (choice: RunChoice) => latest.current.onRun?.(choice),
  }))
  return { ...calls, onLook: props.onLook && calls.onLook, onFollow: props.onFollow && calls.onFollow }
}

/** What follows the scene: code loaded in advance, the Timeline rendered ahead, and the first bar of a proposal. */
const useFollowers = (
  gantt: GanttScene | null,
  scroller: RefObject<ScrollerHandle | null>,
  { ahead, showsUnchanged = false }: { readonly ahead: boolean; readonly showsUnchanged: boolean | undefined },
) => {
  usePrepared(extras.prepare, gantt !== null)
  useTimelineAhead(gantt, ahead)
  useShowProposed(gantt, scroller, showsUnchanged)
}

/** The schedule while its plan loads. */
const LoadingSchedule = (shape: { view: ScheduleView; narrow: boolean }) => (
  <section className="flex min-h-0 flex-1 flex-col" aria-label="Schedule">
    <div className="flex min-h-13 shrink-0 items-center border-line-2 border-b bg-canvas px-5">
      <PageTitle>Schedule</PageTitle>
    </div>
    <GanttSkeleton {...shape} />
  </section>
)

/** The tips beside a bar or the pointer. */
const Tips = whileState(
  ({ hovered, poolDrag, refusedDrag, move }) => Boolean(hovered || poolDrag || refusedDrag || move),
  extras.part(({ PointerTips }) => PointerTips),
)

/** The schedule as Gantt, Timeline or list, with the selected operation beside it. */
export function ScheduleGantt(props: ScheduleGanttProps) {
  const { data, view, zoom, filter, onFilter, onRun, runRefusal, toolbarEnd } = props
  const narrow = useNarrow()
  const drawn = useDrawn(props)
  const gantt = useGanttModel({ ...props, ...drawn }, narrow)
  const scroller = useRef<ScrollerHandle>(null)
  useFollowers(gantt, scroller, { ahead: !narrow && drawn.view === 'gantt', showsUnchanged: props.showsUnchanged })
  const focus = useFocusInSchedule(gantt)
  const [goingTo, setGoingTo] = useState(false)
  const { onView, onZoom, onLook, onFollow, ...calls } = useToolbarCalls(props)
  const zoomKeys = useZoomKeys(zoom, props.onZoom, () => setGoingTo(true))
  const runAll = onRun && (
    <Button variant="primary" icon={<Play />} disabledReason={runRefusal} onClick={() => onRun({ kind: 'all' })}>
      Schedule all
    </Button>
  )
  const end = (
    <>
      {toolbarEnd}
      {gantt?.model.placedOperations !== 0 && !narrow && props.preview}
      {gantt?.model.placedOperations !== 0 && runAll}
      {gantt?.model.placedOperations !== 0 && onRun && !narrow && (
        <RunMenu onRun={calls.onRun} refusal={runRefusal ?? null} />
      )}
    </>
  )
  if (!gantt || !data) {
    return <LoadingSchedule view={view} narrow={narrow} />
  }
  const empty = gantt.model.placedOperations === 0
  const search = !empty && (narrow || view === 'gantt') && filter && onFilter && (
    <GanttFilter filter={filter} onFilter={onFilter} narrow={narrow} />
  )
  return (
    <GanttContext value={gantt}>
      <section
        {...focus}
        className="flex min-h-0 flex-1 flex-col text-body outline-none"
        aria-label="Schedule"
        {...zoomKeys}
      >
        <GanttToolbar
          view={view}
          zoom={zoom}
          narrow={narrow}
          scroller={scroller}
          end={end}
          goingTo={goingTo}
          onGoingTo={setGoingTo}
          filter={search}
          onView={onView}
          onZoom={onZoom}
          onLook={onLook}
          onFollow={onFollow}
          lookFields={props.lookFields}
        />
        {empty ? (
          <EmptyState
            className="min-h-0 flex-1 bg-surface"
            icon={gantt.model.operationCount === 0 ? <CalendarX2 /> : <CalendarClock />}
            title="Nothing is scheduled yet"
            action={gantt.model.operationCount === 0 ? props.firstStep : runAll}
          >
            {gantt.model.operationCount === 0
              ? 'Projects with operations appear here once they are scheduled.'
              : 'A run schedules every operation within working time.'}
          </EmptyState>
        ) : (
          <div className="relative flex min-h-0 flex-1" {...closesPanel(gantt)}>
            <GanttRows narrow={narrow} scroller={scroller} filter={filter} onFilter={onFilter} view={drawn.view} />
            {drawn.view === 'timeline' && !narrow && props.pool && props.onPool && (
              <UnscheduledPool reasons={props.unplacedReasons} onClose={() => props.onPool?.(false)} />
            )}
            {gantt.selected >= 0 && props.panelOf && (
              <div className="flex min-h-0 max-md:absolute max-md:inset-0 max-md:z-sticky">
                {props.panelOf(gantt.selected)}
              </div>
            )}
          </div>
        )}
        {!narrow && !empty && <Minimap scroller={scroller} />}
        <GanttFooter view={drawn.view} note={props.footerNote} onUnplaced={unplacedAction(props, narrow)} />
        <Tips />
      </section>
    </GanttContext>
  )
}
