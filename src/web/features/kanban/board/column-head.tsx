import { Ban, CircleCheck, CircleDashed, CirclePause, CirclePlay } from 'lucide-react'
import { memo } from 'react'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import type { KanbanColumn } from '#domain/kanban/build-kanban.ts'
import type { ColumnId } from '#domain/kanban/kanban-columns.ts'
import { phaseIcons } from '#web/components/project-marks/phase-mark.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { LateIcon } from '#web/ui/icons/state-icons.tsx'
import { KanbanIcon } from '../cards/kanban-icon.tsx'
import { columnTotals } from '../model/column-totals.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { useKanbanScene } from './kanban-scene.ts'

const statusIcons = {
  not_started: CircleDashed,
  in_progress: CirclePlay,
  on_hold: CirclePause,
  completed: CircleCheck,
}

const iconOf = (id: ColumnId) => phaseIcons[id as ProjectPhase] ?? statusIcons[id as keyof typeof statusIcons] ?? Ban

export const headPx = 40

type ColumnHeadProps = { column: KanbanColumn<KanbanCard>; collapsed: boolean; titleId: string }

/** '3 late' for projects. For operations it counts the overdue and the projected late ones, without words for lack of room. */
const LateCount = ({ late, ofProjects }: { late: number; ofProjects: boolean }) =>
  ofProjects ? (
    `${formatNumber(late)} late`
  ) : (
    <span title={`${formatNumber(late)} overdue or projected late`}>
      <LateIcon className="mr-1 inline size-3 align-[-0.125em]" />
      {formatNumber(late)}
      <span className="sr-only"> overdue or projected late</span>
    </span>
  )

/** Title, number of cards, number of late ones and hours left. A click collapses the column. */
export const ColumnHead = memo(function ColumnHead({ column, collapsed, titleId }: ColumnHeadProps) {
  const { actions, categories } = useKanbanScene()
  const { count, late, hoursLeft } = columnTotals(column.items, categories)
  const Icon = iconOf(column.id)
  const hours = hoursLeft >= 0.5 && `${formatNumber(Math.round(hoursLeft))} h`
  if (collapsed) {
    return (
      <button
        type="button"
        aria-expanded={false}
        aria-label={`Expand ${column.title}, ${formatNumber(count)} items`}
        title={`Expand ${column.title}`}
        onClick={() => actions.toggleCollapsed(column.id)}
        className="flex h-full w-full flex-col items-center gap-2 py-3 hover:bg-hover"
      >
        <Icon className="size-4 text-ink-3" />
        <CountBadge count={count} />
        <span id={titleId} className="font-semibold [writing-mode:vertical-rl]">
          {column.title}
        </span>
      </button>
    )
  }
  return (
    <header className="sticky top-0 z-sticky flex h-10 items-center gap-2 bg-inherit pr-1.5 pl-3">
      <Icon aria-hidden="true" className="size-4 text-ink-3" />
      <h2 id={titleId} className="truncate font-semibold">
        {column.title}
      </h2>
      <CountBadge count={count} />
      <p className="ml-auto truncate text-ink-3 text-label tabular-nums">
        {late > 0 && <LateCount late={late} ofProjects={column.items[0]?.type === 'project'} />}
        {late > 0 && hours && ' · '}
        {hours}
      </p>
      <button
        type="button"
        aria-expanded
        aria-label={`Collapse ${column.title}`}
        title={`Collapse ${column.title}`}
        onClick={() => actions.toggleCollapsed(column.id)}
        className="flex size-6 shrink-0 items-center justify-center rounded-inner text-ink-3 hover:bg-press max-md:size-9"
      >
        <KanbanIcon name="fold" />
      </button>
    </header>
  )
})
