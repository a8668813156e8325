import { Columns3 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Popover } from '#web/ui/popover.tsx'
import {
  defaultProjectsSearch,
  type OnProjectsSearch,
  type OptionalColumn,
  optionalColumns,
  type ProjectsSearch,
} from '../projects-search.ts'

const titles: Record<OptionalColumn, string> = {
  customer: 'Customer',
  state: 'State',
  phase: 'Phase',
  priority: 'Priority',
  progress: 'Progress',
  shipDate: 'Ship date',
  due: 'Days to ship date',
  projected: 'Projected',
  forecast: 'Forecast',
  slack: 'Slack',
  operations: 'Operations',
  hoursLeft: 'Hours left',
  now: 'Now',
}
/** Number and name always stand. */
const fixedColumns = 2

/** Which columns are shown. */
export function ColumnsChooser({
  search,
  onSearchChange,
}: {
  search: ProjectsSearch
  onSearchChange: OnProjectsSearch
}) {
  const toggle = (id: OptionalColumn) =>
    onSearchChange({
      columns: optionalColumns.filter((item) => search.columns.includes(item) !== (item === id)),
    })
  return (
    <Popover
      label="Columns"
      align="end"
      className="p-4"
      trigger={
        <Button size="small" icon={<Columns3 />} aria-haspopup="dialog">
          Columns{' '}
          <span className="ml-1.5 text-ink-3 tabular-nums">
            {search.columns.length + fixedColumns} of {optionalColumns.length + fixedColumns}
          </span>
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ink-3 text-label">Columns shown</legend>
        {optionalColumns.map((id) => (
          <Checkbox key={id} label={titles[id]} checked={search.columns.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
      <Button
        size="small"
        variant="ghost"
        className="mt-3"
        onClick={() => onSearchChange({ columns: defaultProjectsSearch.columns })}
      >
        Standard columns
      </Button>
    </Popover>
  )
}
