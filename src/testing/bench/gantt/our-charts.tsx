import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { Gantt } from '#web/features/schedule/gantt/gantt.tsx'
import { GanttContext } from '#web/features/schedule/gantt-context.ts'
import type { KnownSearch } from '#web/features/schedule/model/known-search.ts'
import { usualWidths } from '#web/features/schedule/model/schedule-choices.ts'
import type { ScheduleView } from '#web/features/schedule/model/time-scale.ts'
import { ScheduleGantt } from '#web/features/schedule/schedule-gantt.tsx'
import { defaultScheduleSearch } from '#web/features/schedule/schedule-search.ts'
import type { FieldsChange, OperationMove, ScheduleWrite } from '#web/features/schedule/schedule-write.ts'
import { Timeline } from '#web/features/schedule/timeline/timeline.tsx'
import { useGanttModel } from '#web/features/schedule/use-gantt-model.ts'
import { type ChartUnderTest, chartPx, type NewDates } from './chart-under-test.ts'

const nothing = () => {}
const never = () => new Promise<never>(nothing)

/** A reader who may do everything, on a page that stores nothing. */
const page = {
  onSearch: nothing,
  onWrite: nothing,
  onOpen: nothing,
  load: { placement: never, forecast: never, effect: never },
  refusals: { operation: () => null, exception: () => null, run: null },
  dates: {},
  widths: { read: () => usualWidths, keep: nothing },
  expandedAll: true,
}
const format = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
const readerOf = ({ now: nowMs }: CompactSchedule) => ({ nowMs, format, weekStartsOn: 1, organization: '' })

/** The plan with new dates: new date columns and everything else unchanged, as after a stored move or a patch. */
const withDates = (plan: CompactSchedule, dates: readonly NewDates[]): CompactSchedule => {
  const [startMs, endMs] = [[...plan.operations.startMs], [...plan.operations.endMs]]
  for (const { row, ...at } of dates) {
    startMs[row] = at.startMs
    endMs[row] = at.endMs
  }
  return { ...plan, operations: { ...plan.operations, startMs, endMs } }
}

/** The plan with a mark of an operation set or not. */
const withMarks = (plan: CompactSchedule, { operationId, fields }: FieldsChange): CompactSchedule => {
  const row = rowOfId(plan.operations.ids, operationId)
  const before = plan.operations.flags[row] ?? 0
  const marked = (flags: number, mark: 'pinned' | 'onHold') => {
    const isSet = fields[mark] ?? (before & operationFlag[mark]) !== 0
    return isSet ? flags | operationFlag[mark] : flags & ~operationFlag[mark]
  }
  const flags = plan.operations.flags.with(row, marked(marked(before, 'pinned'), 'onHold'))
  return { ...plan, operations: { ...plan.operations, flags } }
}

interface OurScreenProps {
  readonly plan: CompactSchedule
  readonly firstView: ScheduleView
  /** Receives the function that changes dates from outside. */
  readonly outside: (change: ChartUnderTest['change']) => void
}

/** The schedule as mounted by the page, with the page's address parameters as local state, and stored changes applied to the plan. */
function OurScreen({ plan: first, firstView, outside }: OurScreenProps) {
  const [plan, setPlan] = useState(first)
  const [search, setSearch] = useState<KnownSearch>({ ...defaultScheduleSearch, view: firstView })
  const onSearch = useCallback((part: Partial<KnownSearch>) => setSearch((before) => ({ ...before, ...part })), [])
  outside((dates) => flushSync(() => setPlan((before) => withDates(before, dates))))
  const onWrite = useCallback((change: ScheduleWrite) => {
    setPlan((before) => {
      if (change.kind === 'fields') return withMarks(before, change)
      if (change.kind === 'moveToCenter') return before
      const rowOf = (move: OperationMove) => ({ ...move, row: rowOfId(before.operations.ids, move.operationId) })
      return withDates(before, [change, ...(change.others ?? []), ...change.followers].map(rowOf))
    })
  }, [])
  const [reader] = useState(() => readerOf(first))
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <ScheduleGantt
        {...page}
        data={plan}
        search={search}
        onSearch={onSearch}
        onWrite={onWrite}
        reader={reader}
        slots={{}}
      />
    </div>
  )
}

/** Only the rows with their list and axis, which the compared libraries also render: without toolbar, overview and footer. */
function OurRows({ plan, view }: { readonly plan: CompactSchedule; readonly view: ScheduleView }) {
  const scene = useGanttModel(
    { ...page, data: plan, search: { ...defaultScheduleSearch, view }, reader: readerOf(plan) },
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

/** The rows of our Gantt or Timeline by themselves, which can only be mounted. */
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
