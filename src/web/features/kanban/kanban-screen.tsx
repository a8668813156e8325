import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import type { ColumnId } from '#domain/board/board-columns.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ConflictQuestionHost } from '#web/components/record-conflict/conflict-question-host.tsx'
import { formatTime } from '#web/lib/format-date.ts'
import { StaleStrip } from '#web/ui/stale-strip.tsx'
import { Board } from './board/board.tsx'
import { BoardEmpty } from './board-empty.tsx'
import { CompleteProjectDialog } from './dialogs/complete-project-dialog.tsx'
import { ProjectProgressDialog } from './dialogs/project-progress-dialog.tsx'
import { SetAsideDialog } from './dialogs/set-aside-dialog.tsx'
import { ShipProjectDialog } from './dialogs/ship-project-dialog.tsx'
import { UpdateProgressDialog } from './dialogs/update-progress-dialog.tsx'
import { BoardHead } from './head/board-head.tsx'
import type { KanbanSearch, OnKanbanSearch } from './kanban-search.ts'
import { KanbanSkeleton } from './kanban-skeleton.tsx'
import type { BoardCard } from './model/board-card.ts'
import { createOperationMoves } from './moves/operation-moves.ts'
import { createProjectMoves } from './moves/project-moves.ts'
import { useBoardMoves } from './moves/use-board-moves.ts'
import { useOverlaid } from './moves/use-overlaid.ts'
import { useBoardCards } from './use-board-cards.ts'

const projectIdOf = ({ projectId }: ListedProject) => projectId
const noCategories: never[] = []

type KanbanScreenProps = {
  search: KanbanSearch
  onSearch: OnKanbanSearch
  /** Goes to a page of the application. */
  onOpen: (path: string) => void
}

/** The board of projects or of operations, by phase or by status. */
export function KanbanScreen({ search, onSearch, onOpen }: KanbanScreenProps) {
  const client = useQueryClient()
  const list = useSuspenseQuery(projectsQuery())
  const onOperations = search.view === 'operation'
  const plan = useQuery({ ...scheduleQuery(), enabled: onOperations })
  const categories = useQuery(categoriesQuery()).data ?? noCategories
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const [projectMoves] = useState(() => createProjectMoves(client))
  const [operationMoves] = useState(() => createOperationMoves(client))
  const [editing, setEditing] = useState<BoardCard | null>(null)

  const { shown: projects } = useOverlaid(projectMoves, list.data, projectIdOf)
  const byId = useMemo(() => new Map(projects.map((project) => [project.projectId, project])), [projects])
  const moves = useBoardMoves({ grouping: search.group, projects: byId, projectMoves, operationMoves })
  const { question, move, hold } = moves
  const { columns, operations, count, total } = useBoardCards({
    ...{ search, projects, byId, operationMoves, question },
    plan: onOperations ? (plan.data ?? null) : null,
  })

  // The focus goes back to the card that the dialog was about, wherever it stands now.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!question && asked.current) {
      document.querySelector<HTMLElement>(`[data-card^="${asked.current}"]`)?.focus()
    }
    asked.current = question?.project.projectId ?? null
  }, [question])

  const { collapsed } = search
  const actions = useMemo(
    () => ({
      move,
      hold,
      open: onOpen,
      openProgress: setEditing,
      toggleCollapsed: (column: ColumnId) =>
        onSearch({
          collapsed: collapsed.includes(column) ? collapsed.filter((id) => id !== column) : [...collapsed, column],
        }),
    }),
    [move, hold, onOpen, onSearch, collapsed],
  )
  // Its progress follows from its operations, so that these are reported.
  const derived = editing?.type === 'project' && editing.project.operationCount > 0 ? editing.project : null
  const byCategory = useMemo(() => new Map(categories.map((item) => [item.categoryId, item])), [categories])

  if (onOperations && !plan.data) {
    if (plan.isError) throw plan.error
    return <KanbanSkeleton />
  }
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] min-h-170 flex-col">
      <BoardHead {...{ search, onSearch, categories, count }} />
      <CategoriesProblem />
      {list.isRefetchError && (
        <StaleStrip busy={list.isFetching} onRetry={() => void list.refetch()}>
          The board could not be refreshed. Showing it as of {formatTime(list.dataUpdatedAt, dates)}.
        </StaleStrip>
      )}
      {count === 0 ? (
        <BoardEmpty {...{ search, onSearch, onOpen }} filtered={total > 0} />
      ) : (
        <Board
          key={search.view}
          {...{ columns, collapsed, dates, nowMs, actions }}
          grouping={search.group}
          density={search.density}
          categories={byCategory}
          onReorder={(card, beside) => moves.reorder(card, beside, operations)}
        />
      )}
      {question?.kind === 'shipment' && (
        <ShipProjectDialog
          project={question.project}
          busy={question.busy}
          onConfirm={(day) => void moves.confirm(day)}
          onCancel={moves.cancel}
        />
      )}
      {question?.kind === 'completion' && (
        <CompleteProjectDialog
          project={question.project}
          busy={question.busy}
          onConfirm={() => void moves.confirm()}
          onCancel={moves.cancel}
        />
      )}
      {(question?.kind === 'hold' || question?.kind === 'cancellation') && (
        <SetAsideDialog
          kind={question.kind}
          project={question.project}
          busy={question.busy}
          onConfirm={() => void moves.confirm()}
          onCancel={moves.cancel}
        />
      )}
      <ConflictQuestionHost />
      {derived && (
        <ProjectProgressDialog
          project={derived}
          onOpen={onOpen}
          onClose={() => setEditing(null)}
          onSave={(percent, reports) => {
            setEditing(null)
            void moves.reportOperations(derived.projectName, percent, reports)
          }}
        />
      )}
      {editing && !derived && (
        <UpdateProgressDialog
          card={editing}
          onClose={() => setEditing(null)}
          onSave={(percent) => {
            setEditing(null)
            void moves.reportProgress(editing, percent)
          }}
        />
      )}
    </div>
  )
}
