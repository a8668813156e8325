import { CardFace } from '../cards/card-face.tsx'
import type { KanbanCard } from '../model/kanban-card.ts'

/** The card in the hand: opaque, blue edge, deep shadow, no rotation. */
export const HeldCard = ({ card, expanded }: { card: KanbanCard; expanded: boolean }) => (
  <div
    aria-hidden="true"
    inert
    className="flex h-full cursor-grabbing flex-col rounded border border-primary bg-raised shadow-3"
  >
    <CardFace card={card} expanded={expanded} />
  </div>
)
