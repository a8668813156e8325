import { CalendarX2 } from 'lucide-react'
import { type PointerEvent, useMemo, useState } from 'react'
import { hourMs } from '#domain/time/units.ts'
import { explainUnplaced } from '#web/components/placement/explain-placement.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { centerName, projectNumber, workWords } from '../frame/bar-words.ts'
import { swatch } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { isUnplaced } from '../model/row-filter.ts'
import { startPoolDrag } from '../move/start-pool-drag.ts'
import { startRefusedDrag } from '../move/start-refused-drag.ts'
import type { UnscheduledPoolProps } from './unscheduled-pool.tsx'

/** The most operations that are listed; a search finds the others. */
const mostListed = 200

const matches = (gantt: GanttScene, operation: number, q: string): boolean => {
  const { names } = gantt.model.data.operations
  const project = at(gantt.model.projectOf, operation)
  const hay = [projectNumber(gantt, project), gantt.model.data.projects.names[project], names[operation]]
  const text = [...hay, centerName(gantt, operation)].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** The operations without a place, with the reasons. Each can be dragged to a lane, or is given a start in its panel. */
export function PoolPanel({ reasons, onClose }: UnscheduledPoolProps) {
  const gantt = useGantt()
  const { model } = gantt
  const [q, setQ] = useState('')
  const unplaced = useMemo(
    () => Array.from({ length: model.operationCount }, (_, row) => row).filter((row) => isUnplaced(model, row)),
    [model],
  )
  const found = q.trim() === '' ? unplaced : unplaced.filter((operation) => matches(gantt, operation, q))
  const reasonOf = useMemo(
    () =>
      new Map(reasons?.reasons.map(({ operationId, reason }) => [operationId, explainUnplaced(reason, reasons.names)])),
    [reasons],
  )
  return (
    <SidePanel title={`${formatNumber(unplaced.length)} unscheduled`} onClose={onClose}>
      {unplaced.length === 0 ? (
        <EmptyState icon={<CalendarX2 />} title="Everything is scheduled" />
      ) : (
        <>
          <div className="px-4 pb-2">
            <SearchField label="Search unscheduled operations" placeholder="Find" value={q} onChange={setQ} />
          </div>
          <ul>
            {found.slice(0, mostListed).map((operation) => (
              <PoolRow
                key={operation}
                operation={operation}
                reason={reasonOf.get(model.data.operations.ids[operation] ?? '') ?? null}
              />
            ))}
          </ul>
          {found.length > mostListed && (
            <p className="px-4 py-2 text-ink-2 text-label">{found.length - mostListed} more. Search to find them.</p>
          )}
          {found.length === 0 && <p className="px-4 py-2 text-ink-2">No operation matches.</p>}
        </>
      )}
    </SidePanel>
  )
}

function PoolRow({ operation, reason }: { operation: number; reason: string | null }) {
  const gantt = useGantt()
  const { model, select, selected } = gantt
  const refusal = planRefusal(gantt, operation)
  const { names, category, durationHours } = model.data.operations
  const project = at(model.projectOf, operation)
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    if (refusal === null) startPoolDrag(gantt, event, operation)
    else startRefusedDrag(gantt, event.currentTarget, event, { refusal })
  }
  return (
    <li className="border-line border-b">
      <button
        type="button"
        className={`w-full px-4 py-1.5 text-left outline-offset-[-2px] ${selected === operation ? 'bg-primary-tint' : 'hover:bg-hover'} ${refusal === null ? 'cursor-grab' : ''}`}
        onPointerDown={press}
        onClick={() => select(operation)}
      >
        <span className="flex items-center gap-1.5">
          <span
            className="size-2 shrink-0 rounded-mark"
            style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
          />
          <span className="min-w-0 flex-1 truncate">{names[operation]}</span>
          <span className="shrink-0 text-ink-2 text-label tabular-nums">
            {workWords(gantt, operation, at(durationHours, operation) * hourMs)}
          </span>
        </span>
        <span className="block truncate text-ink-2 text-label">
          {projectNumber(gantt, project)} {model.data.projects.names[project]}, {centerName(gantt, operation)}
        </span>
        {reason && <span className="block text-label text-warn-text">{reason}</span>}
      </button>
    </li>
  )
}
