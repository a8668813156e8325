import { ChevronDown, ListFilter, SquareChartGantt } from 'lucide-react'
import { memo } from 'react'
import { formatCount } from '#web/lib/format-number.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import type { RunChoice } from '../schedule-opening.ts'
import { projectNumber } from './bar-words.ts'

interface RunMenuProps {
  readonly onRun: (choice: RunChoice) => void
  /** Why the reader may start no run; null when they may. */
  readonly refusal: string | null
}

/** Ways to schedule beside "Schedule all" and its preview: the selected project, or the listed ones. */
export const RunMenu = memo(function RunMenu({ onRun, refusal }: RunMenuProps) {
  const look = { variant: 'primary', label: 'More ways to schedule', icon: <ChevronDown /> } as const
  if (refusal !== null) return <IconButton {...look} disabledReason={refusal} />
  return (
    <Menu trigger={<IconButton {...look} aria-haspopup="menu" />}>
      <Ways onRun={onRun} />
    </Menu>
  )
})

function Ways({ onRun }: Pick<RunMenuProps, 'onRun'>) {
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
