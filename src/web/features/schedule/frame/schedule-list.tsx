import { ChevronDown, ChevronRight } from 'lucide-react'
import { type UIEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'
import { swatch } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { forecastDay, projectLateness } from '../model/project-lateness.ts'
import { doneIn, doneOfRow } from '../model/row-groups.ts'
import { operationStateAt, toneOf } from '../model/schedule-model.ts'
import { spanWords } from '../move/move-words.ts'
import { isExpanded, isRowOpen, setExpanded, setRowOpen } from '../schedule-store.ts'
import { centerName, projectNumber } from './bar-words.ts'

const [groupPx, operationPx] = [48, 56]

/** Tops of all rows; the last entry is the end of the list. */
const topsOf = (rows: Int32Array): Int32Array => {
  const tops = new Int32Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++) tops[i + 1] = at(tops, i) + (at(rows, i) < 0 ? groupPx : operationPx)
  return tops
}

const rowAt = (tops: Int32Array, y: number): number => {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (at(tops, middle) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The schedule on narrow screens: projects and operations as rows of two lines. Only visible rows are rendered. */
export function ScheduleList() {
  const gantt = useGantt()
  const { store } = gantt
  const rows = useGanttState((state) => state.rows)
  const tops = useMemo(() => topsOf(rows), [rows])
  const scroller = useRef<HTMLDivElement>(null)
  const [[first, last], setRange] = useState([0, 20])
  const rangeOf = useCallback(
    (element: HTMLElement) => {
      const from = Math.max(0, rowAt(tops, element.scrollTop) - 4)
      const to = Math.min(rows.length, rowAt(tops, element.scrollTop + (element.clientHeight || 720)) + 5)
      return [Math.floor(from / 4) * 4, to] as const
    },
    [rows, tops],
  )
  useLayoutEffect(() => {
    if (scroller.current) setRange([...rangeOf(scroller.current)])
  }, [rangeOf])
  const scroll = (event: UIEvent<HTMLDivElement>) => {
    const [from, to] = rangeOf(event.currentTarget)
    if (from !== first || to !== last) flushSync(() => setRange([from, to]))
  }
  return (
    <div ref={scroller} onScroll={scroll} className="min-h-0 flex-1 overflow-y-auto bg-surface" data-scroller="">
      <div style={{ height: at(tops, rows.length) }}>
        <ul style={{ transform: `translate3d(0,${at(tops, Math.min(first, rows.length))}px,0)` }}>
          {Array.from(rows.subarray(first, last), (row) =>
            doneOfRow(gantt.model, row) >= 0 ? (
              <DoneRow key={row} row={row} expanded={isRowOpen(store.getState(), row)} />
            ) : row < 0 ? (
              <GroupRow key={row} project={-1 - row} expanded={isExpanded(store.getState(), -1 - row)} />
            ) : (
              <OperationRow key={row} operation={row} />
            ),
          )}
        </ul>
      </div>
    </div>
  )
}

function GroupRow({ project, expanded }: { project: number; expanded: boolean }) {
  const gantt = useGantt()
  const { model, store, words } = gantt
  const { state, text, pastDue } = projectLateness(model, project)
  const color = state === 'late' || pastDue ? 'text-crit-text' : 'text-ink-2'
  const end = forecastDay(model, project)
  const Chevron = expanded ? ChevronDown : ChevronRight
  return (
    <li className="h-12 border-line border-b bg-sunken">
      <button
        type="button"
        aria-expanded={expanded}
        className="flex h-full w-full items-center gap-2 px-4 text-left outline-offset-[-2px]"
        onClick={() => setExpanded(store, project, !expanded)}
      >
        <Chevron className="size-3.5 text-ink-3" />
        <span className="max-w-2/5 shrink-0 truncate text-ink-2 tabular-nums">{projectNumber(gantt, project)}</span>
        <span className="min-w-0 flex-1 truncate font-semibold">{model.data.projects.names[project]}</span>
        <span className={`shrink-0 text-label tabular-nums ${color}`}>
          {[end > 0 && !pastDue && words.shortDay(end), text, pastDue].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  )
}

/** "7 done": the completed operations of a project. */
function DoneRow({ row, expanded }: { row: number; expanded: boolean }) {
  const { model, store } = useGantt()
  const Chevron = expanded ? ChevronDown : ChevronRight
  return (
    <li className="h-12 border-line border-b">
      <button
        type="button"
        aria-expanded={expanded}
        className="flex h-full w-full items-center gap-2 px-4 text-left text-ink-2 outline-offset-[-2px]"
        onClick={() => setRowOpen(store, row, !expanded)}
      >
        <Chevron className="size-3.5 text-ink-3" />
        {formatNumber(doneIn(model, doneOfRow(model, row)))} done
      </button>
    </li>
  )
}

const stateOf = ({ model }: GanttScene, operation: number): [MarkKind, string] => {
  const tone = toneOf(model, operation)
  if (tone === 'done') return ['done', 'Done']
  if (tone === 'hold') return ['onHold', 'On hold']
  if (!isPlaced(model, operation)) return ['unscheduled', 'Not scheduled']
  if (tone === 'late') {
    const { kind, word } = operationStateLooks[operationStateAt(model, operation)]
    return [kind, word]
  }
  return hasFlag(model, operation, 'started') ? ['running', 'Running'] : ['planned', 'Planned']
}

function OperationRow({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model, select } = gantt
  const { names, category } = model.data.operations
  const [kind, word] = stateOf(gantt, operation)
  const placed = isPlaced(model, operation)
  return (
    <li className="h-14 border-line border-b">
      <button
        type="button"
        className="flex h-full w-full flex-col justify-center px-4 pl-10 text-left outline-offset-[-2px]"
        onClick={() => select(operation)}
      >
        <span className="flex w-full items-center gap-1.5">
          <span
            className="size-2 shrink-0 rounded-mark"
            style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
          />
          <span className="min-w-0 flex-1 truncate">{names[operation]}</span>
          <Mark kind={kind} className="shrink-0 text-label">
            {word}
          </Mark>
        </span>
        <span className="flex w-full items-center text-ink-3 text-label tabular-nums">
          <span className="truncate">
            {placed ? spanWords(gantt, at(model.startMs, operation), at(model.endMs, operation)) : '—'}
          </span>
          <span className="ml-auto shrink-0 pl-2">{centerName(gantt, operation)}</span>
        </span>
      </button>
    </li>
  )
}
