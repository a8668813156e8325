import { ListFilter } from 'lucide-react'
import { memo, useCallback } from 'react'
import { LaterButton } from '#web/components/later-button.tsx'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import type { RowFilter } from '../model/schedule-choices.ts'
import { menus } from './menus.ts'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'late', label: 'Late' },
  { value: 'unplaced', label: 'Unscheduled' },
] as const

export interface GanttFilterProps {
  readonly filter: RowFilter
  readonly onFilter: (change: Partial<RowFilter>) => void
  /** Whether there is a row for all of it, as on a phone. Otherwise the toolbar is short of room. */
  readonly narrow: boolean
}

/** Shows all projects, the late ones, or those with unscheduled work. */
export const Show = ({ show, onFilter }: Pick<RowFilter, 'show'> & Pick<GanttFilterProps, 'onFilter'>) => (
  <SegmentedControl label="Show" value={show} segments={shows} onChange={(chosen) => onFilter({ show: chosen })} />
)

const FilterPanel = menus.part(({ FilterPanel }) => FilterPanel)

/** Shows only some projects, or only the operations of one work center or of one kind. */
function Filters(props: GanttFilterProps) {
  const { show, center, only } = props.filter
  const count = Number(center !== '') + Number(only !== '') + Number(!props.narrow && show !== 'all')
  const button = (
    <Button
      size="small"
      icon={<ListFilter />}
      aria-haspopup="dialog"
      aria-label={`Filter${count > 0 ? ` ${count}` : ''}`}
    >
      {count > 0 ? String(count) : null}
    </Button>
  )
  return (
    <LaterButton button={button} prepare={menus.prepare}>
      {(trigger) => <FilterPanel trigger={trigger} count={count} {...props} />}
    </LaterButton>
  )
}

/** Finds projects by number or name, and filters for projects that need a decision. */
export const GanttFilter = memo(function GanttFilter({ filter, onFilter, narrow }: GanttFilterProps) {
  const [text, setText] = useSearchText(
    filter.q,
    useCallback((q: string) => onFilter({ q }), [onFilter]),
  )
  return (
    <div className="flex items-center gap-2 max-md:order-last max-md:w-full">
      <SearchField
        label="Search projects"
        placeholder="Project"
        value={text}
        onChange={setText}
        className="min-w-0 max-md:flex-1 md:w-32"
      />
      {narrow && <Show show={filter.show} onFilter={onFilter} />}
      <Filters filter={filter} onFilter={onFilter} narrow={narrow} />
    </div>
  )
})
