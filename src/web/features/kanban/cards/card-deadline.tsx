import { type DeadlineBadge, operationDeadline, projectDeadline } from '#domain/kanban/deadline-badge.ts'
import { LatenessMark, latenessWords } from '#web/components/project-marks/lateness-mark.tsx'
import { dayOfEnd } from '#web/lib/format-date.ts'
import { daysUntil, relativeDays } from '#web/lib/format-relation.ts'
import { toneText } from '#web/ui/tones.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { CardChip } from './card-chip.tsx'

/** An instant on the day of a card's deadline: the ship date of a project or the end of an operation. */
export const deadlineOf = (card: KanbanCard): string | number | null =>
  card.type === 'project' ? card.project.plannedShipDate : dayOfEnd(card.endMs)

/** The badge of a card; null if no deadline is near. Days are counted in the reader's zone. */
export const badgeOf = (card: KanbanCard, zone: string, nowMs: number): DeadlineBadge | null => {
  const days = daysUntil(deadlineOf(card), zone, nowMs)
  if (card.type === 'project') return projectDeadline(card.project, days)
  return operationDeadline(card.progress >= 1 ? 'completed' : card.state, days)
}

/** True if the deadline no longer matters. */
const isOver = (card: KanbanCard): boolean =>
  card.type === 'project'
    ? card.project.status === 'Completed' || card.project.currentPhase === 'cancelled'
    : card.progress >= 1 || card.state === 'closed'

/** Shown beside the date: the lateness of a project and the badge, or otherwise the days left. */
export function CardDeadline({ card, zone, nowMs }: { card: KanbanCard; zone: string; nowMs: number }) {
  const badge = badgeOf(card, zone, nowMs)
  const late = card.type === 'project' && card.project.state === 'late'
  return (
    <span className="flex shrink-0 items-center gap-2 text-label">
      {late &&
        (badge ? (
          <span className={`whitespace-nowrap tabular-nums ${toneText.late}`}>{latenessWords(card.project)}</span>
        ) : (
          <LatenessMark project={card.project} />
        ))}
      {badge && (
        <CardChip tone={badge.tone === 'error' ? 'late' : 'projectedLate'} icon={badge.passed ? 'late' : 'soon'}>
          {badge.words}
        </CardChip>
      )}
      {!badge && !late && !isOver(card) && (
        <span className="whitespace-nowrap text-ink-3 tabular-nums">{relativeDays(deadlineOf(card), zone, nowMs)}</span>
      )}
    </span>
  )
}
