import { memo } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { barWords, projectNumber } from '../frame/bar-words.ts'
import { cellRole, named } from '../frame/grid-roles.ts'
import { barId } from '../gantt/row-id.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'

interface BarLabelProps {
  readonly operation: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly active: boolean
  /** The bar of an operation at its pool: the one at its work center takes the focus and can be moved. */
  readonly isCopy: boolean
}

/** The label of a bar, which can take the focus. The shape below it is drawn together with all others. */
export const BarLabel = memo(function BarLabel({ operation, x, y, width, active, isCopy }: BarLabelProps) {
  const gantt = useGantt()
  const { model } = gantt
  const project = at(model.projectOf, operation)
  // The label of a bar that begins before the window is moved into view.
  const hidden = Math.max(0, -x)
  return (
    <div
      id={isCopy ? undefined : barId(operation)}
      {...named(cellRole, `${projectNumber(gantt, project)} ${barWords(gantt, operation)}`)}
      tabIndex={active && !isCopy ? 0 : -1}
      data-operation={operation}
      data-number={width >= 32 ? model.data.projects.numbers[project] : ''}
      className={`absolute h-5 truncate rounded text-axis text-ink leading-5 before:font-semibold before:tabular-nums before:content-[attr(data-number)] ${width >= 72 ? 'px-2 before:mr-1.5' : 'text-clip px-1'} ${
        gantt.canEdit && !isCopy && isMovable(model, operation) ? 'cursor-grab [touch-action:pan-y]' : 'cursor-pointer'
      }`}
      style={{ left: x + hidden, top: y, width: width - hidden }}
    >
      {width >= 72 ? model.data.projects.names[project] : ''}
    </div>
  )
})
