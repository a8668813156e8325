import { ChevronDown, ChevronRight } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { groupTitle } from '../group-row.tsx'
import { ring } from '../table-row.tsx'
import { type LineFocus, useLineFocus } from '../use-line-focus.ts'
import type { OperationGroup } from '../use-operation-rows.ts'

type GroupHeadProps = LineFocus & {
  group: OperationGroup
  open: boolean
  selected: boolean | 'mixed'
  onToggle: () => void
  onSelect: () => void
}

/** The head of a group of cards. */
export function GroupHead({ group, open, selected, onToggle, onSelect, ...line }: GroupHeadProps) {
  const title = groupTitle(group)
  const focus = useLineFocus<HTMLDivElement>(line)
  return (
    <div
      {...focus}
      className={classNames(
        'relative flex h-full items-center gap-2.5 border-line border-b bg-sunken px-5 max-md:px-4',
        ring,
      )}
    >
      <Checkbox aria-label={`Select all of ${title}`} checked={selected} onChange={onSelect} />
      <button
        type="button"
        data-row-link=""
        aria-expanded={open}
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-inner pr-2 outline-none hover:bg-hover"
        onClick={onToggle}
      >
        {open ? <ChevronDown className="size-3.5 shrink-0" /> : <ChevronRight className="size-3.5 shrink-0" />}
        <b className="truncate">{title}</b>
      </button>
      <span className="ml-auto shrink-0 text-ink-2 tabular-nums">{formatNumber(group.count)}</span>
    </div>
  )
}
