import type { ReactElement } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { treeColumnKinds } from '../gantt/tree-columns.ts'
import { useGantt } from '../gantt-context.ts'
import { type BarColor, type CenterOrder, type RowGrouping, treeColumns } from '../model/schedule-choices.ts'

const colors = [
  { value: 'status', label: 'Status' },
  { value: 'lateness', label: 'Lateness of the project' },
  { value: 'project', label: 'Project' },
  { value: 'center', label: 'Work center' },
  { value: 'priority', label: 'Priority of the project' },
] satisfies { value: BarColor; label: string }[]

const orders = [
  { value: 'usual', label: 'As in Working time' },
  { value: 'load', label: 'Load of this week' },
  { value: 'name', label: 'Name' },
] satisfies { value: CenterOrder; label: string }[]

const groupings = [
  { value: '', label: 'None (by project)' },
  { value: 'center', label: 'Work center' },
  { value: 'lateness', label: 'Lateness of the project' },
  { value: 'priority', label: 'Priority of the project' },
] satisfies { value: RowGrouping; label: string }[]

import type { ViewOptionsProps } from './view-options.tsx'

/** The button with the panel of options. */
export const ViewOptionsPanel = ({ trigger, ...options }: ViewOptionsProps & { trigger: ReactElement }) => (
  <Popover label="View options" className="w-72 p-4" trigger={trigger}>
    <Options {...options} />
  </Popover>
)

function Options({ view, onLook, children }: ViewOptionsProps) {
  const { look } = useGantt()
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Color of the bars"
        value={look.color}
        options={colors}
        onChange={(event) => onLook({ color: event.target.value as BarColor })}
      />
      {view === 'timeline' ? (
        <SelectField
          label="Order of the work centers"
          value={look.order}
          options={orders}
          onChange={(event) => onLook({ order: event.target.value as CenterOrder })}
        />
      ) : (
        <GanttOptions onLook={onLook}>{children}</GanttOptions>
      )}
    </div>
  )
}

/** The options that only the Gantt has. */
function GanttOptions({ onLook, children }: Omit<ViewOptionsProps, 'view'>) {
  const { look } = useGantt()
  const toggle = (name: 'links' | 'done' | 'critical' | 'forecast', label: string, description?: string) => (
    <Toggle
      label={label}
      description={description}
      checked={look[name]}
      onChange={(event) => onLook({ [name]: event.target.checked })}
    />
  )
  return (
    <>
      <SelectField
        label="Group the rows by"
        value={look.group}
        options={groupings}
        onChange={(event) => onLook({ group: event.target.value as RowGrouping })}
      />
      {toggle('links', 'Dependencies')}
      {toggle('done', 'Completed operations')}
      {toggle('critical', 'Critical path', "The operations that determine each project's end")}
      {toggle(
        'forecast',
        'Forecast and slack',
        'When work ends if the plan is followed, and the range that is 80 % sure',
      )}
      {children}
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ink-3 text-label">Columns of the list</legend>
        {treeColumns.map((id) => (
          <Checkbox
            key={id}
            label={treeColumnKinds[id].title}
            checked={look.columns.includes(id)}
            onChange={() =>
              onLook({ columns: treeColumns.filter((one) => look.columns.includes(one) !== (one === id)) })
            }
          />
        ))}
      </fieldset>
    </>
  )
}
