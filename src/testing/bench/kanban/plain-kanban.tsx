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
import type { ColumnId } from '#domain/kanban/kanban-columns.ts'
import { HeldCard } from '#web/features/kanban/board/kanban.tsx'
import { KanbanContext } from '#web/features/kanban/board/kanban-scene.ts'
import { CardFace } from '#web/features/kanban/cards/card-face.tsx'
import { KanbanIconSheet } from '#web/features/kanban/cards/kanban-icon.tsx'
import type { Columns } from '#web/features/kanban/model/column-set.ts'
import { columnOf, type KanbanCard } from '#web/features/kanban/model/kanban-card.ts'
import { benchScene } from './bench-scene.ts'

function PlainCard({ card }: { card: KanbanCard }) {
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

type PlainKanbanProps = { columns: Columns; onMove: (card: KanbanCard, column: ColumnId) => void }

/** The comparison: dnd-kit as in its multiple-containers example, with every card rendered and sortable. The cards are ours. */
export function PlainKanban({ columns, onMove }: PlainKanbanProps) {
  const [held, setHeld] = useState<KanbanCard | null>(null)
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 5 } }))
  const drop = ({ over }: DragEndEvent) => {
    const column = columns.find(({ id, items }) => id === over?.id || items.some((card) => card.id === over?.id))
    setHeld(null)
    if (held && column && column.id !== columnOf(held, 'phase')) onMove(held, column.id)
  }
  return (
    <KanbanContext value={benchScene}>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        onDragStart={({ active }) => setHeld(active.data.current?.card as KanbanCard)}
        onDragEnd={drop}
        onDragCancel={() => setHeld(null)}
      >
        <div className="flex min-h-0 grow gap-3 overflow-x-auto px-5 pb-5">
          <KanbanIconSheet />
          {columns.map((column) => (
            <PlainColumn key={column.id} column={column} />
          ))}
        </div>
        <DragOverlay dropAnimation={null}>{held && <HeldCard card={held} expanded={false} />}</DragOverlay>
      </DndContext>
    </KanbanContext>
  )
}
