import { useCallback } from 'react'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import type { RowFilter } from '../model/row-filter.ts'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'late', label: 'Late' },
  { value: 'unplaced', label: 'Unscheduled' },
] as const

interface GanttFilterProps {
  readonly filter: RowFilter
  readonly onFilter: (change: Partial<RowFilter>) => void
}

/** Finds projects by number or name, and filters for projects that need a decision. */
export function GanttFilter({ filter, onFilter }: GanttFilterProps) {
  const [text, setText] = useSearchText(
    filter.q,
    useCallback((q: string) => onFilter({ q }), [onFilter]),
  )
  return (
    <div className="flex items-center gap-2 max-md:order-last max-md:w-full">
      <SearchField
        label="Search projects"
        placeholder="Find project"
        value={text}
        onChange={setText}
        className="min-w-0 max-md:flex-1 md:w-48"
      />
      <SegmentedControl label="Show" value={filter.show} segments={shows} onChange={(show) => onFilter({ show })} />
    </div>
  )
}
