import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { Gantt } from '#web/features/schedule/gantt/gantt.tsx'
import { GanttContext } from '#web/features/schedule/gantt-context.ts'
import { noFilter, type RowFilter, usualLook } from '#web/features/schedule/model/schedule-choices.ts'
import type { ScheduleZoom } from '#web/features/schedule/model/schedule-zoom.ts'
import type { ScheduleView } from '#web/features/schedule/model/time-scale.ts'
import { type OperationMove, type Reschedule, ScheduleGantt } from '#web/features/schedule/schedule-gantt.tsx'
import { Timeline } from '#web/features/schedule/timeline/timeline.tsx'
import { useGanttModel } from '#web/features/schedule/use-gantt-model.ts'
import { type ChartUnderTest, chartPx, type NewDates } from './chart-under-test.ts'

const format = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
const nothing = () => {}
/** Why the reader may not: they may do everything. */
const allowed = () => null
const loadPlacement = () => new Promise<never>(() => {})
const loadForecast = loadPlacement

/** The plan with other dates: new columns of dates, all else stays the same, as after a stored move or a patch. */
const withDates = (plan: CompactSchedule, dates: readonly NewDates[]): CompactSchedule => {
  const [startMs, endMs] = [[...plan.operations.startMs], [...plan.operations.endMs]]
  for (const { row, ...at } of dates) {
    startMs[row] = at.startMs
    endMs[row] = at.endMs
  }
  return { ...plan, operations: { ...plan.operations, startMs, endMs } }
}

const withFlag = (plan: CompactSchedule, id: string, flag: number, isSet: boolean): CompactSchedule => {
  const row = rowOfId(plan.operations.ids, id)
  const before = plan.operations.flags[row] ?? 0
  const flags = plan.operations.flags.with(row, isSet ? before | flag : before & ~flag)
  return { ...plan, operations: { ...plan.operations, flags } }
}

interface OurScreenProps {
  readonly plan: CompactSchedule
  readonly firstView: ScheduleView
  /** Gets the function that changes dates from outside. */
  readonly outside: (change: ChartUnderTest['change']) => void
}

/** The schedule as the page mounts it, with what the page keeps in the address as state, and what it stores as a change of the plan. */
function OurScreen({ plan: first, firstView, outside }: OurScreenProps) {
  const [plan, setPlan] = useState(first)
  const [view, setView] = useState(firstView)
  const [{ zoom, stretch }, setZoom] = useState<{ zoom: ScheduleZoom; stretch: number }>({ zoom: 'days', stretch: 1 })
  const [filter, setFilter] = useState<RowFilter>(noFilter)
  const [look, setLook] = useState(usualLook)
  const [selected, setSelected] = useState<string | null>(null)
  const [nowMs] = useState(first.now)
  const changeFilter = useCallback((part: Partial<RowFilter>) => setFilter((before) => ({ ...before, ...part })), [])
  const change = (dates: readonly NewDates[]) => flushSync(() => setPlan((before) => withDates(before, dates)))
  outside(change)
  const rowOf = (move: OperationMove): NewDates => ({ ...move, row: rowOfId(plan.operations.ids, move.operationId) })
  const store = ({ followers, others = [], ...moved }: Reschedule) =>
    setPlan(withDates(plan, [moved, ...others, ...followers].map(rowOf)))
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <ScheduleGantt
        data={plan}
        expandedAll
        view={view}
        zoom={zoom}
        stretch={stretch}
        filter={filter}
        look={look}
        nowMs={nowMs}
        format={format}
        loadPlacement={loadPlacement}
        loadForecast={loadForecast}
        selectedOperationId={selected}
        refusalOf={allowed}
        onView={setView}
        onZoom={(next, wider = 1) => setZoom({ zoom: next, stretch: wider })}
        onFilter={changeFilter}
        onLook={(part) => setLook((before) => ({ ...before, ...part }))}
        onSelect={setSelected}
        onReschedule={store}
        onPin={(id, pinned) => setPlan((before) => withFlag(before, id, operationFlag.pinned, pinned))}
        onHold={(id, onHold) => setPlan((before) => withFlag(before, id, operationFlag.onHold, onHold))}
        onPredecessors={() => {}}
      />
    </div>
  )
}

/** Only the rows with their list and their axis, as far as the peers draw them too: without toolbar, overview and footer. */
function OurRows({ plan, view }: { readonly plan: CompactSchedule; readonly view: ScheduleView }) {
  const scene = useGanttModel(
    {
      data: plan,
      view,
      format,
      loadPlacement,
      loadForecast,
      zoom: 'days',
      nowMs: plan.now,
      expandedAll: true,
      refusalOf: allowed,
      selectedOperationId: null,
      onView: nothing,
      onZoom: nothing,
      onSelect: nothing,
      onReschedule: nothing,
      onPredecessors: nothing,
    },
    false,
  )
  if (!scene) return null
  return (
    <GanttContext value={scene}>
      <div style={{ display: 'flex', height: chartPx }}>
        {view === 'gantt' ? <Gantt handle={null} /> : <Timeline handle={null} />}
      </div>
    </GanttContext>
  )
}

/** The rows of our Gantt or Timeline alone, which only can be mounted. */
export const ourRows = (plan: CompactSchedule, view: ScheduleView): ChartUnderTest => ({
  mount: (root) => flushSync(() => createRoot(root).render(<OurRows plan={plan} view={view} />)),
  change: nothing,
})

/** Our Gantt or our Timeline over the columns of a plan. */
export const ourChart = (plan: CompactSchedule, view: ScheduleView): ChartUnderTest => {
  let change: ChartUnderTest['change'] = () => {}
  return {
    mount: (root) => {
      const outside = (given: ChartUnderTest['change']) => {
        change = given
      }
      flushSync(() => createRoot(root).render(<OurScreen plan={plan} firstView={view} outside={outside} />))
    },
    change: (dates) => change(dates),
  }
}
