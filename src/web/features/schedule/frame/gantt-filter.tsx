import { ListFilter } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useGantt } from '../gantt-context.ts'
import { noFilter, type RowFilter, type WorkFilter } from '../model/schedule-choices.ts'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'late', label: 'Late' },
  { value: 'unplaced', label: 'Unscheduled' },
] as const

const workWords: Record<WorkFilter, string> = {
  overload: 'Above the capacity of the work center',
  material: 'Waiting for material',
  onHold: 'On hold',
  pinned: 'Pinned',
  warning: 'With a warning',
}
const works = Object.entries(workWords).map(([value, label]) => ({ value, label }))

interface GanttFilterProps {
  readonly filter: RowFilter
  readonly onFilter: (change: Partial<RowFilter>) => void
  /** Whether there is a row for all of it, as on a phone. Otherwise the toolbar is short of room. */
  readonly narrow: boolean
}

/** Shows all projects, the late ones, or those with unscheduled work. */
const Show = ({ show, onFilter }: Pick<RowFilter, 'show'> & Pick<GanttFilterProps, 'onFilter'>) => (
  <SegmentedControl label="Show" value={show} segments={shows} onChange={(chosen) => onFilter({ show: chosen })} />
)

/** Shows only some projects, or only the operations of one work center or of one kind. */
function Filters({ filter: { show, center, only }, onFilter, narrow }: GanttFilterProps) {
  const { categories } = useGantt().model.data
  const centers = categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))
  const count = Number(center !== '') + Number(only !== '') + Number(!narrow && show !== 'all')
  return (
    <Popover
      label="Filters"
      className="w-72 p-4"
      trigger={
        <Button
          size="small"
          icon={<ListFilter />}
          aria-haspopup="dialog"
          aria-label={`Filter${count > 0 ? ` ${count}` : ''}`}
        >
          {count > 0 ? String(count) : null}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {!narrow && <Show show={show} onFilter={onFilter} />}
        <SelectField
          label="Work center or pool"
          placeholder="All"
          value={center}
          options={centers}
          onChange={(event) => onFilter({ center: event.target.value })}
        />
        <SelectField
          label="Operations"
          placeholder="All"
          value={only}
          options={works}
          onChange={(event) => onFilter({ only: event.target.value as RowFilter['only'] })}
        />
        <Button
          size="small"
          variant="ghost"
          className="ml-auto"
          disabledReason={count === 0 && 'No filters set'}
          onClick={() =>
            onFilter({ center: noFilter.center, only: noFilter.only, ...(!narrow && { show: noFilter.show }) })
          }
        >
          Clear filters
        </Button>
      </div>
    </Popover>
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
