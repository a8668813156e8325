import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useState } from 'react'
import type { ColumnId } from '#domain/board/board-columns.ts'
import { BoardContext } from '#web/features/kanban/board/board-scene.ts'
import { HeldCard } from '#web/features/kanban/board/held-card.tsx'
import { BoardIconSheet } from '#web/features/kanban/cards/board-icon.tsx'
import { CardFace } from '#web/features/kanban/cards/card-face.tsx'
import { type BoardCard, columnOf } from '#web/features/kanban/model/board-card.ts'
import type { Columns } from '#web/features/kanban/model/column-set.ts'
import { benchScene } from './bench-scene.ts'

function PlainCard({ card }: { card: BoardCard }) {
  const { setNodeRef, listeners, attributes, isDragging } = useSortable({ id: card.id, data: { card } })
  return (
    <div
      ref={setNodeRef}
      {...attributes}
      {...listeners}
      data-card={card.id}
      className={`mx-2 mb-2 flex h-37 flex-col rounded border border-line-2 bg-surface ${isDragging ? 'opacity-35' : ''}`}
    >
      <CardFace card={card} expanded={false} />
    </div>
  )
}

function PlainColumn({ column }: { column: Columns[number] }) {
  const { setNodeRef, isOver } = useDroppable({ id: column.id })
  return (
    <section
      ref={setNodeRef}
      data-column={column.id}
      className={`h-full w-78 shrink-0 overflow-y-auto rounded border ${isOver ? 'border-primary bg-primary-tint' : 'border-line-2 bg-sunken'}`}
    >
      <h2 className="px-3 py-2 font-semibold">
        {column.title} {column.items.length}
      </h2>
      <SortableContext items={column.items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {column.items.map((card) => (
          <PlainCard key={card.id} card={card} />
        ))}
      </SortableContext>
    </section>
  )
}

type PlainBoardProps = { columns: Columns; onMove: (card: BoardCard, column: ColumnId) => void }

/** The peer: dnd-kit as its multiple-containers example uses it, every card drawn and sortable. The cards are ours. */
export function PlainBoard({ columns, onMove }: PlainBoardProps) {
  const [held, setHeld] = useState<BoardCard | null>(null)
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 5 } }))
  const drop = ({ over }: DragEndEvent) => {
    const column = columns.find(({ id, items }) => id === over?.id || items.some((card) => card.id === over?.id))
    setHeld(null)
    if (held && column && column.id !== columnOf(held, 'phase')) onMove(held, column.id)
  }
  return (
    <BoardContext value={benchScene}>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        onDragStart={({ active }) => setHeld(active.data.current?.card as BoardCard)}
        onDragEnd={drop}
        onDragCancel={() => setHeld(null)}
      >
        <div className="flex min-h-0 grow gap-3 overflow-x-auto px-5 pb-5">
          <BoardIconSheet />
          {columns.map((column) => (
            <PlainColumn key={column.id} column={column} />
          ))}
        </div>
        <DragOverlay dropAnimation={null}>{held && <HeldCard card={held} expanded={false} />}</DragOverlay>
      </DndContext>
    </BoardContext>
  )
}
