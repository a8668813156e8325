import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { ColumnId } from '#domain/kanban/kanban-columns.ts'
import { predictMove } from '#domain/kanban/predict-move.ts'
import { workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { projectWrites } from '#web/api/projects/projects.mutations.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule/schedule.queries.ts'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useShown } from '#web/components/record-writes/use-writes.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { formatTime } from '#web/lib/format-date.ts'
import { toggled } from '#web/lib/toggled.ts'
import { currentActor } from '#web/stores/actor.ts'
import { StaleStrip } from '#web/ui/stale-strip.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Kanban } from './board/kanban.tsx'
import { CompleteProjectDialog } from './dialogs/complete-project-dialog.tsx'
import { ProjectProgressDialog } from './dialogs/project-progress-dialog.tsx'
import { SetAsideDialog } from './dialogs/set-aside-dialog.tsx'
import { ShipProjectDialog } from './dialogs/ship-project-dialog.tsx'
import { UpdateProgressDialog } from './dialogs/update-progress-dialog.tsx'
import { KanbanHead } from './head/kanban-head.tsx'
import { KanbanEmpty } from './kanban-empty.tsx'
import type { KanbanSearch, OnKanbanSearch } from './kanban-search.ts'
import { KanbanSkeleton } from './kanban-skeleton.tsx'
import type { KanbanCard } from './model/kanban-card.ts'
import { projectDrawing } from './moves/drawn-writes.ts'
import { type KanbanMoves, type Question, reportRefusal, useKanbanMoves } from './moves/use-kanban-moves.ts'
import { useKanbanCards } from './use-kanban-cards.ts'

const noCategories: never[] = []

type KanbanScreenProps = {
  search: KanbanSearch
  onSearch: OnKanbanSearch
  onOpen: (path: string) => void
}

/** The board of projects or operations, by phase or by status, with a skeleton until the cards have loaded. */
export const KanbanScreen = (props: KanbanScreenProps) => (
  <Suspense fallback={<KanbanSkeleton />}>
    <KanbanCards {...props} />
  </Suspense>
)

/** After the dialog of a move closes, the focus returns to its card in any column. */
function useFocusAfterQuestion(question: Question | null, board: RefObject<HTMLElement | null>) {
  const askedLast = useRef<string | null>(null)
  useEffect(() => {
    if (!question && askedLast.current) {
      board.current?.querySelector<HTMLElement>(`[data-card^="${askedLast.current}"]`)?.focus()
    }
    askedLast.current = question?.project.projectId ?? null
  }, [question, board])
}

/** The dialog that asks before a project is shipped, completed, put on hold or cancelled. */
function MoveDialog({ moves }: { moves: KanbanMoves }) {
  const { question, confirm, cancel } = moves
  if (!question) return null
  const { kind, project, busy } = question
  const asked = { project, busy, onCancel: cancel }
  if (kind === 'shipment') return <ShipProjectDialog {...asked} onConfirm={(day) => void confirm(day)} />
  if (kind === 'completion') return <CompleteProjectDialog {...asked} onConfirm={() => void confirm()} />
  return <SetAsideDialog {...asked} kind={kind} onConfirm={() => void confirm()} />
}

type ProgressDialogProps = Pick<KanbanScreenProps, 'onOpen'> & {
  card: KanbanCard
  moves: KanbanMoves
  onClose: () => void
}

/** Asks for the progress of a card. The progress of a project with operations follows from theirs, so it asks for those. */
function ProgressDialog({ card, moves, onOpen, onClose }: ProgressDialogProps) {
  if (card.type !== 'project' || card.project.operationCount === 0) {
    return (
      <UpdateProgressDialog
        card={card}
        onClose={onClose}
        onSave={(percent) => {
          onClose()
          void moves.reportProgress(card, percent)
        }}
      />
    )
  }
  const { project } = card
  return (
    <ProjectProgressDialog
      project={project}
      onOpen={onOpen}
      onClose={onClose}
      onSave={(percent, reports) => {
        onClose()
        void moves.reportOperations(project.projectName, percent, reports)
      }}
    />
  )
}

function KanbanCards({ search, onSearch, onOpen }: KanbanScreenProps) {
  const list = useSuspenseQuery(projectsQuery())
  const onOperations = search.view === 'operation'
  const plan = useQuery({ ...scheduleQuery(), enabled: onOperations })
  const categories = useQuery(workCentersQuery()).data ?? noCategories
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const [editing, setEditing] = useState<KanbanCard | null>(null)

  const written = useShown(list.data, projectWrites, projectDrawing)
  const writtenById = useMemo(() => new Map(written.map((project) => [project.projectId, project])), [written])
  const moves = useKanbanMoves({ grouping: search.group, projects: writtenById })
  const { question, move, hold } = moves
  // While a dialog asks about a move, the card is shown in its new column. Later, the pending write puts it there.
  const asked = question && !question.busy ? question : null
  const projects = useMemo(() => {
    if (!asked) return written
    const { projectId } = asked.project
    return written.map((project) =>
      project.projectId === projectId ? { ...project, ...predictMove(project, asked.fields) } : project,
    )
  }, [written, asked])
  const byId = useMemo(() => new Map(projects.map((project) => [project.projectId, project])), [projects])
  const { columns, operations, count, total } = useKanbanCards({
    search,
    projects,
    byId,
    question,
    plan: onOperations ? (plan.data ?? null) : null,
  })

  const board = useRef<HTMLDivElement>(null)
  useFocusAfterQuestion(question, board)
  const { collapsed } = search
  const actions = useMemo(
    () => ({
      move,
      hold,
      open: onOpen,
      openProgress: (card: KanbanCard) => {
        const refusal = reportRefusal(currentActor(), card)
        if (refusal === null) setEditing(card)
        else toast.info(refusal)
      },
      toggleCollapsed: (column: ColumnId) =>
        onSearch({
          collapsed: toggled(collapsed, column),
        }),
    }),
    [move, hold, onOpen, onSearch, collapsed],
  )
  const byCategory = useMemo(() => new Map(categories.map((item) => [item.categoryId, item])), [categories])

  if (onOperations && !plan.data) {
    if (plan.isError) throw plan.error
    return <KanbanSkeleton />
  }
  return (
    <div ref={board} className="relative flex h-[calc(100dvh-var(--header))] min-h-170 flex-col">
      <KanbanHead search={search} onSearch={onSearch} categories={categories} count={count} />
      <CategoriesProblem />
      <PlanStrips />
      {list.isRefetchError && (
        <StaleStrip busy={list.isFetching} onRetry={() => void list.refetch()}>
          The board could not be refreshed. Showing it as of {formatTime(list.dataUpdatedAt, dates)}.
        </StaleStrip>
      )}
      {count === 0 ? (
        <KanbanEmpty search={search} onSearch={onSearch} onOpen={onOpen} filtered={total > 0} />
      ) : (
        <Kanban
          key={search.view}
          columns={columns}
          collapsed={collapsed}
          dates={dates}
          nowMs={nowMs}
          actions={actions}
          grouping={search.group}
          density={search.density}
          categories={byCategory}
          onReorder={(card, beside) => moves.reorder(card, beside, operations)}
        />
      )}
      <MoveDialog moves={moves} />
      {editing && <ProgressDialog card={editing} moves={moves} onOpen={onOpen} onClose={() => setEditing(null)} />}
    </div>
  )
}
