import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleDashed, CirclePause, CirclePlay, Coffee, type LucideIcon, Pencil } from 'lucide-react'
import type { ReactElement } from 'react'
import { checkCardMove } from '#domain/kanban/check-card-move.ts'
import { shippedStaysCompletedMessage } from '#domain/kanban/check-move.ts'
import { type ColumnId, columnsOf, type KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { phaseIcons } from '#web/components/project-marks/phase-mark.tsx'
import { useWorkReport } from '#web/components/work-time/use-work-report.ts'
import { useActor } from '#web/stores/actor.ts'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { useKanbanScene } from '../board/kanban-scene.ts'
import { columnOf, type KanbanCard, movable, type OperationCard } from '../model/kanban-card.ts'
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

/** Starts the work on an operation, or pauses it. Whether anyone works on it is read when the menu opens. */
function WorkItem({ card }: { card: OperationCard }) {
  const query = useQuery({ ...workTimeQuery(card.projectId, card.operationId), enabled: card.begun })
  const { label, refusal, send } = useWorkReport(card, query.data)
  const isUnknown = card.begun && query.data === undefined
  return (
    <MenuItem
      icon={label === 'Pause work' ? <Coffee /> : <CirclePlay />}
      disabledReason={refusal ?? (isUnknown ? 'loading' : null)}
      onSelect={send}
    >
      {label}
    </MenuItem>
  )
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
      {card.type === 'operation' && card.progress < 1 && <WorkItem card={card} />}
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
