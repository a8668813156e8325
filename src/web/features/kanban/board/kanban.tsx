import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
} from '@dnd-kit/core'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Category } from '#contract/categories.ts'
import { landingIndex } from '#domain/kanban/build-kanban.ts'
import { checkCardMove, unchangedMessage } from '#domain/kanban/check-card-move.ts'
import type { ColumnId, KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { announce } from '#web/ui/live-region.tsx'
import { CardFace } from '../cards/card-face.tsx'
import { cardKeysId } from '../cards/card-shell.tsx'
import { KanbanIconSheet } from '../cards/kanban-icon.tsx'
import { type Columns, withHeldCard } from '../model/column-set.ts'
import { columnOf, compareCards, type KanbanCard, movable } from '../model/kanban-card.ts'
import { KanbanColumn, type KanbanColumnProps } from './kanban-column.tsx'
import { type CardActions, KanbanContext, type KanbanScene, type Landing, useKanbanScene } from './kanban-scene.ts'
import { useCardActions } from './use-card-actions.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useEdgeScroll } from './use-edge-scroll.ts'
import { useNearColumns } from './use-near-columns.ts'

/** The dragged card: opaque, with a blue border and a deep shadow, not rotated. */
export const HeldCard = ({ card, expanded }: { card: KanbanCard; expanded: boolean }) => (
  <div
    aria-hidden="true"
    inert
    className="flex h-full cursor-grabbing flex-col rounded border border-primary bg-raised shadow-3"
  >
    <CardFace card={card} expanded={expanded} />
  </div>
)

export type KanbanProps = {
  columns: Columns
  grouping: KanbanGrouping
  density: 'comfortable' | 'compact'
  collapsed: readonly ColumnId[]
  dates: DateSettings
  nowMs: number
  categories: ReadonlyMap<string, Category>
  actions: Pick<CardActions, 'move' | 'toggleCollapsed' | 'openProgress' | 'hold' | 'open'>
  /** Called when a card is dropped on another card of its own column. */
  onReorder: (card: KanbanCard, besideCardId: string) => boolean
}

/** The column under the pointer. For a drag without a pointer, for example by assistive technology, the nearest column. */
const collision: CollisionDetection = (args) => (args.pointerCoordinates ? pointerWithin(args) : closestCenter(args))
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
const accessibility = {
  announcements: silent,
  screenReaderInstructions: {
    draggable:
      'Left and right arrow keys move the card to the neighboring column, up and down go to the card above and below, Enter or Space edits its progress.',
  },
}

/** Scrolls to a card that was moved by keys, menu or drop. The card takes the focus when it is rendered. */
function useRevealLanding(
  scroller: RefObject<HTMLElement | null>,
  columns: Columns,
  { landing, reveal }: Pick<KanbanScene, 'landing' | 'reveal'>,
) {
  useLayoutEffect(() => {
    const wanted = landing.current
    const column = wanted && columns.find(({ items }) => items.some(({ id }) => id === wanted.cardId))
    if (!wanted || !column) return
    if (wanted.focus === 'scroll') {
      scroller.current
        ?.querySelector(`[data-column=${column.id}]`)
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    }
    reveal.get(column.id)?.(wanted.cardId)
  }, [scroller, columns, landing, reveal])
}

type DropColumnProps = Pick<KanbanColumnProps, 'column' | 'collapsed' | 'near' | 'expanded'> & {
  /** The dragged card. */
  held: KanbanCard | null
  /** The column under the dragged card. */
  over: ColumnId | null
}

/** A column that shows whether the dragged card may be dropped here, and where it would land. */
function DropColumn({ held, over, near, ...rest }: DropColumnProps) {
  const { grouping } = useKanbanScene()
  const { id, items } = rest.column
  const dropOf = (card: KanbanCard) => {
    const decision = checkCardMove(movable(card), grouping, id)
    if (!decision.ok) return decision.reason === unchangedMessage ? 'none' : 'refused'
    return id === over ? 'over' : 'none'
  }
  const drop = held ? dropOf(held) : 'none'
  const home = held !== null && columnOf(held, grouping) === id
  return (
    <KanbanColumn
      {...rest}
      near={near || home}
      drop={drop}
      landingAt={held && drop === 'over' ? landingIndex(items, held, compareCards) : null}
      heldId={home ? held.id : null}
    />
  )
}

/** The columns side by side, with drag and drop, keys and menus for the cards. */
export function Kanban(props: KanbanProps) {
  const { columns, grouping, density, collapsed, dates, nowMs, categories, onReorder } = props
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const landing = useRef<Landing | null>(null)
  const [reveal] = useState(() => new Map<ColumnId, (cardId: string) => void>())
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const near = useNearColumns(scroller, `${grouping} ${columns.length} ${collapsed.join(' ')}`)
  const actions = useCardActions({ ...props, scroller, landing, reveal, setExpanded })

  const drag = useCardDrag({
    landing,
    columnTitleOf: (card) => columns.find(({ id }) => id === columnOf(card, grouping))?.title ?? '',
    onDrop: (card, column, besideCardId) => {
      if (columnOf(card, grouping) !== column) actions.move(card, column, 'drag')
      else if (besideCardId === null || !onReorder(card, besideCardId)) announce(unchangedMessage)
    },
  })
  const { held, over, ...dragging } = drag
  useEdgeScroll(scroller, held !== null)
  // Scrolls columns up and down under a dragged card. Sideways, the board scrolls by its own rule (useEdgeScroll).
  const [autoScroll] = useState(() => ({
    threshold: { x: 0.12, y: 0.12 },
    canScroll: (element: Element) => element !== scroller.current,
  }))
  const shown = useMemo(() => withHeldCard(columns, held, grouping), [columns, held, grouping])

  useRevealLanding(scroller, columns, { landing, reveal })

  const scene = useMemo<KanbanScene>(
    () => ({ grouping, density, narrow, dates, nowMs, categories, actions, landing, reveal }),
    [grouping, density, narrow, dates, nowMs, categories, actions, reveal],
  )
  return (
    <KanbanContext value={scene}>
      <DndContext
        id={cardKeysId}
        {...dragging}
        collisionDetection={collision}
        accessibility={accessibility}
        autoScroll={autoScroll}
      >
        <div className="relative flex min-h-0 grow flex-col">
          <div
            ref={scroller}
            className="relative flex min-h-0 grow gap-3 overflow-x-auto px-5 pb-5 max-md:snap-x max-md:snap-mandatory max-md:scroll-pl-8 max-md:px-4 max-md:pb-4"
          >
            <KanbanIconSheet />
            {shown.map((column) => (
              <DropColumn
                key={column.id}
                column={column}
                held={held}
                over={over}
                expanded={expanded}
                collapsed={collapsed.includes(column.id)}
                near={near(column.id)}
              />
            ))}
          </div>
          {/* The edge fades to show that the board continues. */}
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-0 w-12 bg-[linear-gradient(to_left,var(--canvas),transparent)] max-md:hidden"
          />
        </div>
        {createPortal(
          <DragOverlay dropAnimation={null} zIndex={20}>
            {held && <HeldCard card={held} expanded={expanded.has(held.id)} />}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
    </KanbanContext>
  )
}
