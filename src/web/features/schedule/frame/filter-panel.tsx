import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useGantt } from '../gantt-context.ts'
import { noFilter, type RowFilter, type WorkFilter } from '../model/schedule-choices.ts'
import { type GanttFilterProps, Show } from './gantt-filter.tsx'

const workWords: Record<WorkFilter, string> = {
  overload: 'Above the capacity of the work center',
  material: 'Waiting for material',
  onHold: 'On hold',
  pinned: 'Pinned',
  warning: 'With a warning',
}
const works = Object.entries(workWords).map(([value, label]) => ({ value, label }))

interface FilterPanelProps extends GanttFilterProps {
  readonly trigger: ReactElement
  /** Number of filters that are set. */
  readonly count: number
}

/** The button with the panel of filters. */
export function FilterPanel({ trigger, count, filter: { show, center, only }, onFilter, narrow }: FilterPanelProps) {
  const { categories } = useGantt().model.data
  const centers = categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))
  return (
    <Popover label="Filters" className="w-72 p-4" trigger={trigger}>
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
