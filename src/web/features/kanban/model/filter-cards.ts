import { bandOf } from '#web/components/project-marks/priority-bands.ts'
import type { KanbanSearch } from '../kanban-search.ts'
import { isLate, type KanbanCard } from './kanban-card.ts'

type Test = (card: KanbanCard) => boolean

/** Every word must occur in the card's number, title, project or customer. A '#' before a number is allowed. */
const searchTest = (text: string): Test | null => {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return null
  return (card) => {
    const more = card.type === 'project' ? `${card.project.shortName} ${card.project.customerName}` : card.projectTitle
    const hay = `#${card.number} ${card.title} ${more}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
}

/** The work center of an operation, or of the running or next operation of a project. */
const categoryOf = (card: KanbanCard): string | null =>
  card.type === 'project' ? (card.project.currentOperation?.categoryId ?? null) : card.categoryId

const priorityOf = (card: KanbanCard): number => (card.type === 'project' ? card.project.priority : card.priority)

/** The cards that pass every filter. A category filter hides the cards of other categories. */
export function filterCards<Card extends KanbanCard>(
  cards: readonly Card[],
  { q, category, priority, late }: Pick<KanbanSearch, 'q' | 'category' | 'priority' | 'late'>,
): readonly Card[] {
  const tests = [
    searchTest(q),
    category.length === 0 ? null : (card: KanbanCard) => category.includes(categoryOf(card) ?? ''),
    priority.length === 0 ? null : (card: KanbanCard) => priority.includes(bandOf(priorityOf(card))),
    late ? isLate : null,
  ].filter((test) => test !== null)
  return tests.length === 0 ? cards : cards.filter((card) => tests.every((test) => test(card)))
}
