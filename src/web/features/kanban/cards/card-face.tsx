import { memo } from 'react'
import { phaseTitles } from '#contract/vocabulary.ts'
import { operationStatusColumnOf, phaseColumnOf } from '#domain/kanban/card-columns.ts'
import { progressPercentage } from '#domain/kanban/card-progress.ts'
import { operationStatusColumns } from '#domain/kanban/kanban-columns.ts'
import { MaterialIcon } from '#web/components/operation-marks/material-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { useKanbanScene } from '../board/kanban-scene.ts'
import { awaitedMaterialMs, type KanbanCard } from '../model/kanban-card.ts'
import { CardButtons } from './card-buttons.tsx'
import { CardStatus, PriorityChip } from './card-chip.tsx'
import { CardDeadline, deadlineOf } from './card-deadline.tsx'
import { OperationDetails, ProjectDetails } from './card-details.tsx'
import { CardLink } from './card-link.tsx'
import { CardProgressBar } from './card-progress-bar.tsx'
import { KanbanIcon } from './kanban-icon.tsx'

const statusOf = (card: KanbanCard): string => {
  if (card.type === 'project') return card.project.statusText ?? card.project.status
  if (card.onHold && card.progress < 1) return 'On Hold'
  const column = operationStatusColumnOf(card)
  return operationStatusColumns.find(({ id }) => id === column)?.title ?? 'Not Started'
}

const waitingWords = {
  shipment: 'Confirming shipment',
  completion: 'Confirming completion',
  hold: 'Confirming hold',
  cancellation: 'Confirming cancellation',
}

const percentOf = (card: KanbanCard): number =>
  card.type === 'project' ? card.project.progressPercentage : progressPercentage(card.progress)

const dateOf = (card: KanbanCard, text: string) => {
  if (deadlineOf(card) !== null) return text
  return card.type === 'project' ? 'Not set' : 'Not scheduled'
}

function CardDate({ card }: { card: KanbanCard }) {
  const { dates, nowMs, density } = useKanbanScene()
  const readyMs = awaitedMaterialMs(card, nowMs)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2 text-label tabular-nums">
      {density === 'comfortable' && <KanbanIcon name={card.type === 'project' ? 'ship' : 'clock'} />}
      <span className="truncate">{dateOf(card, formatShipDate(deadlineOf(card), dates, nowMs))}</span>
      {readyMs !== null && <MaterialIcon readyDate={readyMs} dates={dates} nowMs={nowMs} />}
    </span>
  )
}

type CardFaceProps = { card: KanbanCard; expanded: boolean }

/** The content of a card. It renders again only when its record, its expansion or the settings of the board change. */
export const CardFace = memo(function CardFace({ card, expanded }: CardFaceProps) {
  const { dates, nowMs, density } = useKanbanScene()
  const { zone } = dates
  const priority = card.type === 'project' ? card.project.priority : card.priority
  const percent = percentOf(card)
  const detail =
    expanded && (card.type === 'project' ? <ProjectDetails card={card} /> : <OperationDetails card={card} />)
  if (density === 'compact') {
    return (
      <>
        <div className="flex grow flex-col justify-center gap-0.5 pr-1 pl-3">
          <div className="flex h-[1.25rem] items-center gap-2">
            <span className="shrink-0 text-ink-3 text-label tabular-nums">#{card.number}</span>
            <CardLink card={card} title={card.title} className="min-w-0 grow truncate font-semibold hover:underline">
              {card.title}
            </CardLink>
            <CardButtons card={card} expanded={expanded} />
          </div>
          <div className="flex h-[1.25rem] items-center gap-2 pr-2">
            <PriorityChip priority={priority} plain />
            <CardDate card={card} />
            <span className="ml-auto" />
            {card.waiting ? waitingWords[card.waiting] : <CardDeadline card={card} zone={zone} nowMs={nowMs} />}
            <span className="w-9 whitespace-nowrap text-right text-ink-2 text-label tabular-nums">
              {formatProgress(percent)}
            </span>
          </div>
        </div>
        {detail}
      </>
    )
  }
  const whose = card.type === 'project' ? card.project.customerName : card.projectTitle
  const overline = whose ? `#${card.number} · ${whose}` : `#${card.number}`
  const phase = card.type === 'project' ? card.project.currentPhase : card.phase
  return (
    <>
      <div className="flex grow flex-col gap-1.25 px-3 pt-2.5">
        <div className="flex h-[1.25rem] items-center justify-between gap-2">
          <span className="truncate text-ink-2 text-label tabular-nums" title={overline}>
            {overline}
          </span>
          <PriorityChip priority={priority} />
        </div>
        <p className="h-[1.25rem] truncate font-semibold" title={card.title}>
          {card.title}
        </p>
        <div className="flex h-[1.25rem] items-center gap-2 text-label">
          <CardStatus status={statusOf(card)} />
          <span className="shrink-0 text-ink-2">{phaseTitles[phaseColumnOf(phase)]}</span>
          <CardProgressBar percent={percent} name={card.title} />
          <span className="w-10 shrink-0 whitespace-nowrap text-right text-ink-2 tabular-nums">
            {formatProgress(percent)}
          </span>
        </div>
        <div className="flex h-[1.25rem] items-center justify-between gap-2 text-label">
          <CardDate card={card} />
          {card.waiting ? (
            <span role="status" className="whitespace-nowrap text-primary-text">
              {waitingWords[card.waiting]}
            </span>
          ) : (
            <CardDeadline card={card} zone={zone} nowMs={nowMs} />
          )}
        </div>
      </div>
      {detail}
      <div className="flex h-9 shrink-0 items-center border-line border-t pr-1 pl-3 text-label max-md:h-10">
        <CardLink
          card={card}
          aria-label={`View Details of ${card.title}`}
          className="mr-auto rounded-inner py-1 text-primary-text hover:underline"
        >
          View Details
        </CardLink>
        <CardButtons card={card} expanded={expanded} />
      </div>
    </>
  )
})
