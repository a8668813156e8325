import { ChevronDown, ChevronRight } from 'lucide-react'
import { type PriorityClass, priorityClasses } from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { PriorityMark } from '#web/components/project-marks/priority-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatCount, formatDays } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { shipDayMs } from './ship-day.ts'
import { useTableScene } from './table-scene.ts'
import type { OperationGroup } from './use-operation-rows.ts'

/** The name of a priority class in a group heading. */
export const priorityWords: Record<PriorityClass, string> = {
  critical: 'Critical priority',
  high: 'High priority',
  medium: 'Medium priority',
  low: 'Low priority',
}

const groupTitle = ({ key, title }: Pick<OperationGroup, 'key' | 'title'>): string =>
  (priorityClasses as readonly string[]).includes(key) ? priorityWords[key as PriorityClass] : title || 'Unnamed'

/** The heading of a group on paper: '#1042 Frame, 12 operations'. */
export const groupWords = (group: OperationGroup | undefined, namesProject: boolean): string => {
  if (!group) return ''
  const title = groupTitle(group)
  return `${!namesProject && /^\S+ /.test(title) ? '#' : ''}${title}, ${formatCount(group.count, 'operation')}`
}

/** Details of the project in its group heading. */
function ProjectFacts({ row }: { row: OperationListRow }) {
  const { dates, nowMs } = useTableScene()
  const late = row.latenessDays
  return (
    <span className="ml-auto flex shrink-0 items-center gap-6 text-ink-2 tabular-nums">
      {row.dueDate && (
        <span className="max-md:hidden">Ship {formatShipDate(shipDayMs(row.dueDate), dates, nowMs)}</span>
      )}
      <span className="flex min-w-20 justify-end">
        {late !== null && late > 0 && <Mark kind="late">{formatDays(late)} late</Mark>}
      </span>
    </span>
  )
}

export type GroupHeadingProps = {
  group: OperationGroup
  groupIndex: number
  /** Its first row, if it is loaded: the project dates are read from it. */
  first: OperationListRow | undefined
  open: boolean
  selected: boolean | 'mixed'
  onToggle: (key: string) => void
  onSelect: (groupIndex: number) => void
}

/** The content of a group heading, in tables and above cards: it opens and closes the group and selects all of it. */
export function GroupHeading({ group, groupIndex, first, open, selected, onToggle, onSelect }: GroupHeadingProps) {
  const { namesProject } = useTableScene()
  const title = groupTitle(group)
  const [, number, name] = /^(\S+) (.*)$/.exec(title) ?? []
  const ofProject = !namesProject && number !== undefined
  return (
    <>
      <span className="flex w-7 shrink-0 items-center">
        <Checkbox aria-label={`Select all of ${title}`} checked={selected} onChange={() => onSelect(groupIndex)} />
      </span>
      <button
        type="button"
        data-row-link=""
        aria-expanded={open}
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-inner pr-2 outline-none hover:bg-hover"
        onClick={() => onToggle(group.key)}
      >
        {open ? <ChevronDown className="size-3.5" /> : <ChevronRight className="size-3.5" />}
        {ofProject ? (
          <span className="truncate">
            <span className="text-ink-2 tabular-nums">#{number}</span> <b>{name}</b>
          </span>
        ) : (
          <b className="truncate">{title}</b>
        )}
      </button>
      {ofProject && first && <PriorityMark priority={first.priority} className="mr-3 ml-1" />}
      <span className="shrink-0 text-ink-2 max-md:hidden">{formatCount(group.count, 'operation')}</span>
      {ofProject && first ? (
        <ProjectFacts row={first} />
      ) : (
        group.daysOverdue > 0 && (
          <span className="ml-auto text-ink-2 tabular-nums">up to {formatDays(group.daysOverdue)} overdue</span>
        )
      )}
    </>
  )
}
