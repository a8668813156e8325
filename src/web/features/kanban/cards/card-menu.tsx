import { Ban, CircleCheck, CircleDashed, CirclePause, CirclePlay, type LucideIcon, Pencil } from 'lucide-react'
import type { ReactElement } from 'react'
import { checkCardMove } from '#domain/kanban/check-card-move.ts'
import { shippedStaysCompletedMessage } from '#domain/kanban/check-move.ts'
import { type ColumnId, columnsOf, type KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import { phaseIcons } from '#web/components/project-marks/phase-mark.tsx'
import { useActor } from '#web/stores/actor.ts'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { useKanbanScene } from '../board/kanban-scene.ts'
import { columnOf, type KanbanCard, movable } from '../model/kanban-card.ts'
import { reportRefusal } from '../moves/use-kanban-moves.ts'
import { CardLink } from './card-link.tsx'

const statusIcons: Partial<Record<ColumnId, LucideIcon>> = {
  not_started: CircleDashed,
  in_progress: CirclePlay,
  on_hold: CirclePause,
  completed: CircleCheck,
}

/** One entry per column. The current column and those that the move rule refuses are disabled. */
function MoveItems({ card, groupBy }: { card: KanbanCard; groupBy: KanbanGrouping }) {
  const { actions } = useKanbanScene()
  const icons: Partial<Record<ColumnId, LucideIcon>> = groupBy === 'phase' ? phaseIcons : statusIcons
  return columnsOf(card.type, groupBy).map(({ id, title }) => {
    const Icon = icons[id] ?? Ban
    const current = columnOf(card, groupBy) === id
    const decision = checkCardMove(movable(card), groupBy, id)
    const refusal =
      !decision.ok && decision.reason === shippedStaysCompletedMessage ? 'not while shipped' : 'not allowed'
    return (
      <MenuItem
        key={id}
        icon={<Icon />}
        disabledReason={current ? 'current' : decision.ok ? null : refusal}
        onSelect={() => actions.move(card, id, 'screen', groupBy)}
      >
        {title}
      </MenuItem>
    )
  })
}

type CardMenuProps = {
  card: KanbanCard
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactElement
}

/** The menu of a card: 'Move to phase:', the status of an operation, and the other actions. */
export function CardMenu({ card, open, onOpenChange, trigger }: CardMenuProps) {
  const { actions, grouping } = useKanbanScene()
  const refusal = reportRefusal(useActor(), card)
  const byStatus = card.type === 'operation' || grouping === 'status'
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} label={`Menu of ${card.title}`}>
      {byStatus && (
        <>
          <MenuHeading>{card.type === 'operation' ? 'Change operation status:' : 'Change status:'}</MenuHeading>
          <MoveItems card={card} groupBy="status" />
          <MenuSeparator />
        </>
      )}
      <MenuHeading>Move to phase:</MenuHeading>
      {card.type === 'operation' && <MenuHeading>The whole project #{card.number} moves.</MenuHeading>}
      <MoveItems card={card} groupBy="phase" />
      <MenuSeparator />
      <MenuItem icon={<Pencil />} disabledReason={refusal} onSelect={() => actions.openProgress(card)}>
        Update progress
      </MenuItem>
      {card.type === 'operation' && card.progress > 0 && card.progress < 1 && (
        <MenuItem icon={<CirclePause />} disabledReason={refusal} onSelect={() => actions.hold(card, !card.onHold)}>
          {card.onHold ? 'Resume' : 'Put on hold'}
        </MenuItem>
      )}
      <MenuLink>
        <CardLink card={card}>View Details</CardLink>
      </MenuLink>
    </Menu>
  )
}
