import { type DragEndEvent, type DragStartEvent, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type RefObject, useState } from 'react'
import { droppedOutsideMessage } from '#domain/kanban/check-card-move.ts'
import type { ColumnId } from '#domain/kanban/kanban-columns.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { KanbanCard } from '../model/kanban-card.ts'
import type { Landing } from './kanban-scene.ts'

interface CardDragInput {
  readonly landing: RefObject<Landing | null>
  readonly columnTitleOf: (card: KanbanCard) => string
  readonly onDrop: (card: KanbanCard, column: ColumnId, besideCardId: string | null) => void
}

/** The other card under the middle of the dropped card. */
const cardBelow = (
  cardId: string,
  rect: { left: number; top: number; width: number; height: number },
): string | null => {
  const middle = [rect.left + rect.width / 2, rect.top + rect.height / 2] as const
  for (const element of document.elementsFromPoint(...middle)) {
    const found = element.closest<HTMLElement>('[data-card]')?.dataset.card
    if (found && found !== cardId) return found
  }
  return null
}

/** Drag and drop of cards. A drag starts after 5 px by mouse, and after a delay by touch, so that a swipe scrolls. */
export function useCardDrag({ landing, columnTitleOf, onDrop }: CardDragInput) {
  const [held, setHeld] = useState<KanbanCard | null>(null)
  const [over, setOver] = useState<ColumnId | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const letGo = () => {
    setHeld(null)
    setOver(null)
  }
  return {
    held,
    over,
    sensors,
    onDragStart: ({ active }: DragStartEvent) => {
      const card = active.data.current?.card as KanbanCard
      announce(`Started dragging ${card.title} from ${columnTitleOf(card)}`)
      setHeld(card)
    },
    onDragOver: (event: { over: DragEndEvent['over'] }) => setOver((event.over?.id as ColumnId | undefined) ?? null),
    onDragCancel: letGo,
    onDragEnd: ({ active, over: target }: DragEndEvent) => {
      const rect = active.rect.current.translated
      const card = held
      letGo()
      if (!card) return
      landing.current = { cardId: card.id, focus: 'stay', from: rect && { left: rect.left, top: rect.top } }
      if (target) onDrop(card, target.id as ColumnId, rect && cardBelow(card.id, rect))
      else announce(droppedOutsideMessage)
    },
  }
}
