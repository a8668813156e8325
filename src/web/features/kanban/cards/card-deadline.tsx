import { type DeadlineBadge, operationDeadline, projectDeadline } from '#domain/board/deadline-badge.ts'
import { daysUntil, relativeDays } from '#web/lib/format-relation.ts'
import { toneText } from '#web/ui/tones.ts'
import type { BoardCard } from '../model/board-card.ts'
import { BoardIcon } from './board-icon.tsx'
import { CardChip } from './card-chip.tsx'

/** The date a card is judged by: a project's ship date, the end of an operation. */
export const deadlineOf = (card: BoardCard): string | number | null =>
  card.type === 'project' ? card.project.plannedShipDate : card.endMs

/** The badge of a card, null when nothing presses (specification 9). Days are calendar days in the reader's zone. */
export const badgeOf = (card: BoardCard, zone: string, nowMs: number): DeadlineBadge | null => {
  const days = daysUntil(deadlineOf(card), zone, nowMs)
  return card.type === 'project'
    ? projectDeadline(days, card.project.status)
    : operationDeadline(days, card.progress >= 1)
}

/** At the right of the date: the badge, else how late the plan will be, else the days left. */
export function CardDeadline({ card, zone, nowMs }: { card: BoardCard; zone: string; nowMs: number }) {
  const badge = badgeOf(card, zone, nowMs)
  const words = relativeDays(deadlineOf(card), zone, nowMs)
  if (badge) {
    const tone = badge.tone === 'error' ? 'late' : 'projectedLate'
    return (
      <CardChip tone={tone} icon={badge.days < 0 ? 'late' : 'soon'}>
        {words}
      </CardChip>
    )
  }
  if (card.type === 'project' && card.project.state === 'projectedLate') {
    return (
      <span
        className={`inline-flex items-center gap-1 whitespace-nowrap text-label tabular-nums ${toneText.projectedLate}`}
      >
        <BoardIcon name="projectedLate" />
        {card.project.latenessDays} d late projected
      </span>
    )
  }
  const done = card.type === 'project' ? card.project.status === 'Completed' : card.progress >= 1
  return done ? null : <span className="whitespace-nowrap text-ink-3 text-label tabular-nums">{words}</span>
}
