import { type DraggableSyntheticListeners, useDraggable } from '@dnd-kit/core'
import { type RefObject, useLayoutEffect } from 'react'
import type { KanbanCard } from '../model/kanban-card.ts'

type CardDragProps = {
  card: KanbanCard
  element: RefObject<HTMLElement | null>
  /** What the card's own handlers pass events on to. */
  listeners: RefObject<DraggableSyntheticListeners>
  onDragging: (isDragging: boolean) => void
}

/**
 * Makes one card something to pick up. It stands apart, and only on the card that is pointed at: whatever hangs on dnd-kit's
 * context is drawn three times at every pick-up, and a board holds dozens of cards.
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
