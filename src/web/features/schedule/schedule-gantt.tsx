import { CalendarClock, CalendarX2, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
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
import { RunMenu } from './frame/run-menu.tsx'
import type { ScrollerHandle } from './frame/time-scroller.tsx'
import { closesPanel, useFocusInSchedule } from './frame/use-focus-in-schedule.ts'
import { useShowProposed } from './frame/use-show-proposed.ts'
import { useZoomKeys } from './frame/use-zoom-keys.ts'
import { whileState } from './frame/while-state.tsx'
import { GanttContext, type GanttScene } from './gantt-context.ts'
import type { ReaderRefusals } from './model/center-refusals.ts'
import type { KnownSearch } from './model/known-search.ts'
import { type KeptWidths, noFilter, type RowFilter } from './model/schedule-choices.ts'
import type { ScheduleView } from './model/time-scale.ts'
import type { ScheduleOpening } from './schedule-opening.ts'
import type { CenterMove, Reschedule, ScheduleWrite } from './schedule-write.ts'
import { UnscheduledPool } from './timeline/unscheduled-pool.tsx'
import { useTimelineAhead } from './timeline/use-timeline-ahead.ts'
import { useGanttModel } from './use-gantt-model.ts'

/** Dates and moves that are drawn beside the plan. */
export interface DatesBeside {
  /** The forecast, drawn where it differs from the plan. */
  readonly forecast?: DateColumns | undefined
  /** The dates with which the plan is compared; `name` is their origin: 'the last run'. */
  readonly baseline?: (DateColumns & { readonly name: string }) | undefined
  /** The moves of a proposal. */
  readonly proposed?: readonly ProposalMove[] | undefined
}

/** What the schedule loads on demand. The functions may cache. */
export interface ScheduleLoads {
  /** The reasons for one placement. */
  readonly placement: (operationId: string) => Promise<OperationPlacement>
  /** The forecast, even if nothing draws it. */
  readonly forecast: () => Promise<DateColumns>
  /** The effect of storing a move on all projects; null if the operation may not run at the other work center. */
  readonly effect: (move: Reschedule | CenterMove, signal: AbortSignal) => Promise<MovesEffect | null>
}

/** How the reader reads. */
export interface ScheduleReader {
  readonly nowMs: number
  /** `zone` is also the zone of the axis and of typed dates. */
  readonly format: DateSettings
  /** First day of the organization's weeks, 1 = Monday ... 7 = Sunday. */
  readonly weekStartsOn: number
  /** The name of the organization, for what is printed. */
  readonly organization: string
}

/** Parts that the page renders. */
export interface ScheduleSlots {
  /** Buttons in the toolbar, before "Schedule all". */
  readonly toolbarEnd?: ReactNode
  /** A button that previews "Schedule all". */
  readonly preview?: ReactNode
  /** Further view options; a stable element, because the toolbar is memoised. */
  readonly lookFields?: ReactNode
  /** The next step if there is no operation yet that a run could schedule. */
  readonly firstStep?: ReactNode
  /** Text in the footer, after the counts. */
  readonly footerNote?: ReactNode
  /** The side panel of the selected operation, by its row in the plan. */
  readonly panelOf?: (operation: number) => ReactNode
}

/** The props of the schedule. Functions, `load`, `refusals` and `widths` must be stable between renders. */
export interface ScheduleGanttProps {
  /** The plan; undefined while it loads. */
  readonly data: CompactSchedule | undefined
  /** The state of the screen in the URL. */
  readonly search: KnownSearch
  readonly onSearch: (change: Partial<KnownSearch>) => void
  readonly onWrite: (change: ScheduleWrite) => void
  readonly onOpen: (asked: ScheduleOpening) => void
  readonly load: ScheduleLoads
  readonly reader: ScheduleReader
  readonly refusals: ReaderRefusals
  readonly dates: DatesBeside
  readonly widths: KeptWidths
  /** Whether all projects are expanded initially, not only the late ones. The reader can expand and collapse single projects. */
  readonly expandedAll?: boolean
  /** Why operations could not be scheduled, once the list beside the Timeline is open. */
  readonly unplacedReasons?: UnplacedReasons | undefined
  readonly slots: ScheduleSlots
}

/** The calls of the schedule to its page. */
export type PageCalls = Pick<ScheduleGanttProps, 'onSearch' | 'onWrite' | 'onOpen'>

/** The props from which the shared data of the schedule are built. */
export type SceneProps = Omit<ScheduleGanttProps, 'unplacedReasons' | 'slots'>

/** The search as it is rendered. The toolbar shows another view or zoom at once, and the rows follow as soon as they are ready. */
const useDrawn = (search: KnownSearch): KnownSearch => {
  const { view, zoom, stretch } = search
  return { ...search, ...useDeferredValue(useMemo(() => ({ view, zoom, stretch }), [view, zoom, stretch])) }
}

/** The filter, and its changes. They switch to the Gantt, because only the Gantt has rows of projects. */
const useFilter = ({ q, show, center, only }: KnownSearch, onSearch: PageCalls['onSearch']) => ({
  filter: useMemo(() => ({ q, show, center, only }), [q, show, center, only]),
  onFilter: useCallback((change: Partial<RowFilter>) => onSearch({ ...change, view: 'gantt' }), [onSearch]),
})

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
  const { data, search, onSearch, onOpen, refusals, slots } = props
  const { view, zoom } = search
  const narrow = useNarrow()
  const drawn = useDrawn(search)
  const gantt = useGanttModel({ ...props, search: drawn }, narrow)
  const scroller = useRef<ScrollerHandle>(null)
  useFollowers(gantt, scroller, { ahead: !narrow && drawn.view === 'gantt', showsUnchanged: search.unchanged })
  const focus = useFocusInSchedule(gantt)
  const { filter, onFilter } = useFilter(search, onSearch)
  const [goingTo, setGoingTo] = useState(false)
  const zoomKeys = useZoomKeys(
    zoom,
    (next) => onSearch({ zoom: next, stretch: 1 }),
    () => setGoingTo(true),
  )
  if (!gantt || !data) return <LoadingSchedule view={view} narrow={narrow} />
  const { operationCount, placedOperations } = gantt.model
  const empty = placedOperations === 0
  const runAll = (
    <Button variant="primary" icon={<Play />} disabledReason={refusals.run} onClick={() => onOpen({ kind: 'runAll' })}>
      Schedule all
    </Button>
  )
  const end = (
    <>
      {slots.toolbarEnd}
      {!empty && !narrow && slots.preview}
      {!empty && runAll}
      {!empty && !narrow && <RunMenu onRun={onOpen} refusal={refusals.run} />}
    </>
  )
  const listUnplaced = () => {
    if (view === 'timeline' && !narrow) onSearch({ pool: true })
    else onFilter({ ...noFilter, show: 'unplaced' })
  }
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
          filter={
            !empty &&
            (narrow || view === 'gantt') && <GanttFilter filter={filter} onFilter={onFilter} narrow={narrow} />
          }
          onSearch={onSearch}
          onOpen={onOpen}
          lookFields={slots.lookFields}
        />
        {empty ? (
          <EmptyState
            className="min-h-0 flex-1 bg-surface"
            icon={operationCount === 0 ? <CalendarX2 /> : <CalendarClock />}
            title="Nothing is scheduled yet"
            action={operationCount === 0 ? slots.firstStep : runAll}
          >
            {operationCount === 0
              ? 'Projects with operations appear here once they are scheduled.'
              : 'A run schedules every operation within working time.'}
          </EmptyState>
        ) : (
          <div className="relative flex min-h-0 flex-1" {...closesPanel(gantt)}>
            <GanttRows narrow={narrow} scroller={scroller} filter={filter} onFilter={onFilter} view={drawn.view} />
            {drawn.view === 'timeline' && !narrow && search.pool && (
              <UnscheduledPool reasons={props.unplacedReasons} onClose={() => onSearch({ pool: undefined })} />
            )}
            {gantt.selected >= 0 && slots.panelOf && (
              <div className="flex min-h-0 max-md:absolute max-md:inset-0 max-md:z-sticky">
                {slots.panelOf(gantt.selected)}
              </div>
            )}
          </div>
        )}
        {!narrow && !empty && <Minimap scroller={scroller} />}
        <GanttFooter view={drawn.view} note={slots.footerNote} onUnplaced={listUnplaced} />
        <Tips />
      </section>
    </GanttContext>
  )
}
