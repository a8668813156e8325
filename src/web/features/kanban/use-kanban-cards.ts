import { useEffect, useMemo, useRef } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import { buildKanban } from '#domain/kanban/build-kanban.ts'
import { columnsOf } from '#domain/kanban/kanban-columns.ts'
import { operationWrites } from '#web/api/operations/operation-writes.ts'
import { useShown } from '#web/components/record-writes/use-writes.ts'
import type { KanbanSearch } from './kanban-search.ts'
import { type Columns, reuseColumns } from './model/column-set.ts'
import { filterCards } from './model/filter-cards.ts'
import { columnOf, compareCards, type KanbanCard, type OperationCard, type Waiting } from './model/kanban-card.ts'
import { operationCards } from './model/operation-cards.ts'
import { projectCard } from './model/project-cards.ts'
import { operationDrawing } from './moves/drawn-writes.ts'
import type { Question } from './moves/use-kanban-moves.ts'

const noCards: readonly OperationCard[] = []

interface KanbanCardsInput {
  readonly search: KanbanSearch
  /** The projects with all unsaved moves applied. */
  readonly projects: readonly ListedProject[]
  readonly byId: ReadonlyMap<string, ListedProject>
  /** Null on the board of projects. */
  readonly plan: CompactSchedule | null
  readonly question: Question | null
}

/** The columns to render. Unchanged columns and cards stay the same objects. */
export function useKanbanCards({ search, projects, byId, plan, question }: KanbanCardsInput) {
  const { view, group, q, category, priority, late } = search
  const asked = question?.project.projectId
  const kind = question?.kind
  const waiting = useMemo<ReadonlyMap<string, Waiting>>(
    () => new Map(asked !== undefined && kind !== undefined ? [[asked, kind]] : []),
    [asked, kind],
  )

  const before = useRef<{ operations: ReadonlyMap<string, OperationCard>; columns: Columns }>({
    operations: new Map(),
    columns: [],
  })
  const listed = useMemo(
    () => (plan ? operationCards(plan, byId, waiting, before.current.operations) : noCards),
    [plan, byId, waiting],
  )
  const operations = useShown(listed, operationWrites, operationDrawing)

  const all = useMemo<readonly KanbanCard[]>(
    () =>
      view === 'operation'
        ? operations
        : projects.map((project) => projectCard(project, waiting.get(project.projectId) ?? null)),
    [view, operations, projects, waiting],
  )
  const cards = useMemo(() => filterCards(all, { q, category, priority, late }), [all, q, category, priority, late])
  const columns = useMemo(
    () =>
      reuseColumns(
        before.current.columns,
        buildKanban(columnsOf(view, group), cards, (card) => columnOf(card, group), compareCards),
      ),
    [cards, view, group],
  )
  useEffect(() => {
    before.current = { operations: new Map(listed.map((card) => [card.id, card])), columns }
  }, [listed, columns])
  return { columns, operations, count: cards.length, total: all.length }
}
