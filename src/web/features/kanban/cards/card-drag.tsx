import { type DraggableSyntheticListeners, useDraggable } from '@dnd-kit/core'
import { type RefObject, useLayoutEffect } from 'react'
import type { KanbanCard } from '../model/kanban-card.ts'

type CardDragProps = {
  card: KanbanCard
  element: RefObject<HTMLElement | null>
  /** The listeners of dnd-kit, to which the handlers of the card pass events. */
  listeners: RefObject<DraggableSyntheticListeners>
  onDragging: (isDragging: boolean) => void
}

/**
 * Makes one card draggable. It is a separate component that is mounted only for the card under the pointer, because
 * everything that uses the context of dnd-kit renders three times when a drag starts, and a board has dozens of cards.
 */
export function CardDrag({ card, element, listeners, onDragging }: CardDragProps) {
  const { setNodeRef, listeners: own, isDragging } = useDraggable({ id: card.id, data: { card } })
  useLayoutEffect(() => {
    setNodeRef(element.current)
    return () => setNodeRef(null)
  }, [setNodeRef, element])
  useLayoutEffect(() => {
    listeners.current = own
    return () => {
      listeners.current = undefined
    }
  }, [listeners, own])
  useLayoutEffect(() => {
    onDragging(isDragging)
    return () => onDragging(false)
  }, [onDragging, isDragging])
  return null
}
