import { useDroppable } from '@dnd-kit/core'
import { memo, useCallback, useId, useState } from 'react'
import type { KanbanColumn as Column } from '#domain/kanban/build-kanban.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { ColumnCards } from './column-cards.tsx'
import { ColumnHead } from './column-head.tsx'
import { DropBox } from './drop-box.tsx'

export type KanbanColumnProps = {
  column: Column<KanbanCard>
  collapsed: boolean
  /** Whether the column is visible or nearly so. Cards of other columns are not rendered. */
  near: boolean
  expanded: ReadonlySet<string>
  /** While dragging: 'refused' if the card may not be dropped here, 'over' if it can be dropped here now. */
  drop: 'none' | 'refused' | 'over'
  landingAt: number | null
  heldId: string | null
}

/** One column of the board with header, cards and drop indicator. It scrolls independently. */
export const KanbanColumn = memo(function KanbanColumn(props: KanbanColumnProps) {
  const { column, collapsed, near, expanded, drop, landingAt, heldId } = props
  const titleId = useId()
  const [view, setView] = useState<HTMLElement | null>(null)
  const { setNodeRef } = useDroppable({ id: column.id })
  // Must stay the same function: a new one would leave the list without its element for a moment.
  const attach = useCallback(
    (node: HTMLElement | null) => {
      setView(node)
      setNodeRef(node)
    },
    [setNodeRef],
  )
  return (
    <section
      ref={attach}
      aria-labelledby={titleId}
      data-column={column.id}
      className={classNames(
        'relative h-full min-h-150 shrink-0 overflow-y-auto overflow-x-hidden rounded border max-md:snap-start',
        collapsed ? 'w-11' : 'w-78 max-md:w-75',
        drop === 'over'
          ? 'border-primary bg-primary-tint outline outline-primary -outline-offset-1'
          : 'border-line-2 bg-sunken',
      )}
    >
      <ColumnHead column={column} collapsed={collapsed} titleId={titleId} />
      {!collapsed && (
        <>
          {drop === 'refused' && <DropBox allowed={false} className="mx-2 mb-2" />}
          {column.items.length === 0 && landingAt === null && (
            <div
              className={classNames(
                'mx-2 flex h-24 flex-col items-center justify-center rounded border border-line-2 border-dashed text-ink-3',
                drop === 'refused' && 'opacity-45',
              )}
            >
              <p>No items in {column.title}</p>
              <p className="text-label">Drag items here</p>
            </div>
          )}
          {near && view && (column.items.length > 0 || landingAt !== null) && (
            <ColumnCards
              column={column}
              view={view}
              expanded={expanded}
              landingAt={landingAt}
              heldId={heldId}
              refused={drop === 'refused'}
            />
          )}
        </>
      )}
    </section>
  )
})
