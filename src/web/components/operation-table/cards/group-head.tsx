import { ChevronDown, ChevronRight } from 'lucide-react'
import { formatNumber } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { groupTitle } from '../group-row.tsx'
import type { OperationGroup } from '../use-operation-rows.ts'

type GroupHeadProps = {
  group: OperationGroup
  open: boolean
  selected: boolean | 'mixed'
  onToggle: () => void
  onSelect: () => void
}

/** The head of a group of cards. */
export function GroupHead({ group, open, selected, onToggle, onSelect }: GroupHeadProps) {
  const title = groupTitle(group)
  return (
    <div className="flex h-full items-center gap-2.5 border-line border-b bg-sunken px-5 max-md:px-4">
      <Checkbox aria-label={`Select all of ${title}`} checked={selected} onChange={onSelect} />
      <button
        type="button"
        aria-expanded={open}
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-inner pr-2 hover:bg-hover"
        onClick={onToggle}
      >
        {open ? <ChevronDown className="size-3.5 shrink-0" /> : <ChevronRight className="size-3.5 shrink-0" />}
        <b className="truncate">{title}</b>
      </button>
      <span className="ml-auto shrink-0 text-ink-2 tabular-nums">{formatNumber(group.count)}</span>
    </div>
  )
}
