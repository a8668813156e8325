import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
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
