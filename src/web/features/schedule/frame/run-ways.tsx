import { ListFilter, SquareChartGantt } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatCount } from '#web/lib/format-number.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import type { RunChoice } from '../schedule-opening.ts'
import { projectNumber } from './bar-words.ts'

interface RunWaysProps {
  readonly trigger: ReactElement
  readonly onRun: (choice: RunChoice) => void
}

/** The button with the menu of ways to schedule. */
export const RunWays = ({ trigger, onRun }: RunWaysProps) => (
  <Menu trigger={trigger}>
    <Ways onRun={onRun} />
  </Menu>
)

function Ways({ onRun }: Pick<RunWaysProps, 'onRun'>) {
  const gantt = useGantt()
  const { model, selected } = gantt
  const order = useGanttState((state) => state.order)
  const project = selected >= 0 ? at(model.projectOf, selected) : -1
  const isFiltered = order.length < model.projectCount
  /** The projects are named by one operation of each. */
  const run = (projects: Iterable<number>) => {
    const { ids } = model.data.operations
    const operationIds = [...projects].flatMap((one) => {
      const first = at(model.firstOperation, one)
      return first < at(model.firstOperation, one + 1) ? [ids[first] ?? ''] : []
    })
    if (operationIds.length > 0) onRun({ kind: 'runSome', operationIds })
  }
  return (
    <>
      <MenuItem
        icon={<SquareChartGantt />}
        disabledReason={project < 0 && 'select an operation'}
        onSelect={() => run([project])}
      >
        {project < 0 ? 'Schedule one project' : `Schedule ${projectNumber(gantt, project)}`}
      </MenuItem>
      <MenuItem icon={<ListFilter />} disabledReason={!isFiltered && 'filter first'} onSelect={() => run(order)}>
        {isFiltered ? `Schedule the ${formatCount(order.length, 'listed project')}` : 'Schedule the listed projects'}
      </MenuItem>
    </>
  )
}
