import { useGantt, useGanttState } from '../gantt-context.ts'
import { setWidths } from '../schedule-store.ts'
import { ResizeEdge } from './resize-edge.tsx'
import { treeColumnKinds, treePxOf } from './tree-columns.ts'

/** The heads of the tree's columns. Their edges change the widths. */
export function TreeHead() {
  const { store, look } = useGantt()
  const widths = useGanttState(({ widths }) => widths)
  const { columnPx } = widths
  return (
    <div className="flex h-full items-end pr-3 pb-1.5 pl-5 text-ink-3 text-label">
      <span className="min-w-0 flex-1 truncate">Project, operation</span>
      {look.columns.map((id) => {
        const { title, hint, usualPx, isNumber } = treeColumnKinds[id]
        const px = columnPx[id] ?? usualPx
        return (
          <span
            key={id}
            title={hint}
            className={`relative shrink-0 truncate pl-1.5 ${isNumber ? 'text-right' : ''}`}
            style={{ width: px }}
          >
            {title}
            <ResizeEdge
              label={`Width of ${title}`}
              px={px}
              side={-1}
              limits={[48, 240]}
              onChange={(to) => setWidths(store, { columnPx: { ...store.getState().widths.columnPx, [id]: to } })}
            />
          </span>
        )
      })}
      <ResizeEdge
        label="Width of the list"
        px={treePxOf(look.columns, widths)}
        side={1}
        limits={[280, 880]}
        onChange={(to) => setWidths(store, { treePx: to })}
      />
    </div>
  )
}
