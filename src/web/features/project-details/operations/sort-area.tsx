import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import type { Operation } from '#contract/operations.ts'

type SortAreaProps = {
  operations: readonly Operation[]
  onMove: (operationId: string, overId: string) => void
  children: ReactNode
}

/** Makes the rows inside sortable, by pointer or with Space and the arrow keys. Positions are announced. */
export function SortArea({ operations, onMove, children }: SortAreaProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: string | number) => operations.find(({ operationId }) => operationId === id)?.name ?? ''
  const position = (id: string | number) => operations.findIndex(({ operationId }) => operationId === id) + 1
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to pick up the operation, the arrow keys to move it, Space to drop it, Escape to cancel.',
        },
        announcements: {
          onDragStart: ({ active }) =>
            `Picked up ${nameOf(active.id)}, position ${position(active.id)} of ${operations.length}`,
          onDragOver: ({ active, over }) =>
            over ? `${nameOf(active.id)} over position ${position(over.id)}` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} moved to position ${position(over.id)}` : undefined,
          onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was`,
        },
      }}
    >
      <SortableContext items={operations.map(({ operationId }) => operationId)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

const GripContext = createContext<Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners'> | null>(null)

type SortableRowProps = {
  id: string
  disabled: boolean
  marked: boolean
  onMark: (id: string | null) => void
  /** The cells, one of them with a `RowGrip`. */
  children: ReactNode
}

/** A row that can be dragged by its grip to another position. */
export function SortableRow({ id, disabled, marked, onMark, children }: SortableRowProps) {
  const { setNodeRef, transform, transition, isDragging, attributes, listeners } = useSortable({ id, disabled })
  return (
    <tr
      ref={setNodeRef}
      className={`group h-row border-line border-t focus-within:bg-hover hover:bg-hover ${isDragging ? 'relative z-lifted bg-raised shadow-3' : marked ? 'bg-primary-tint' : ''}`}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      onMouseEnter={() => onMark(id)}
      onMouseLeave={() => onMark(null)}
    >
      <GripContext value={{ attributes, listeners }}>{children}</GripContext>
    </tr>
  )
}

/** Drags its row by pointer or by keys. */
export function RowGrip({ name, orderReason }: { name: string; orderReason: string | null }) {
  const sortable = use(GripContext)
  return (
    <button
      type="button"
      {...sortable?.attributes}
      {...sortable?.listeners}
      aria-roledescription="sortable"
      aria-describedby={orderReason === null ? sortable?.attributes['aria-describedby'] : undefined}
      aria-description={orderReason ?? undefined}
      aria-label={`Move ${name}`}
      aria-disabled={orderReason !== null || undefined}
      title={orderReason ?? 'Drag to reorder'}
      className="flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-inner text-ink-3 opacity-0 hover:bg-press focus-visible:opacity-100 group-hover:opacity-100 aria-disabled:cursor-not-allowed"
    >
      <GripVertical className="size-3.5" />
    </button>
  )
}
