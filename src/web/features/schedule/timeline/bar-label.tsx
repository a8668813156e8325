import { memo } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { barWords, projectNumber } from '../frame/bar-words.ts'
import { cellRole, named } from '../frame/grid-roles.ts'
import { barId } from '../gantt/row-id.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'

interface BarLabelProps {
  readonly operation: number
  /** Where it stands in the plan and in its band, in px. */
  readonly left: number
  readonly top: number
  readonly width: number
  /** Whether the bar has room for a name, and for a number. */
  readonly isWide: boolean
  readonly hasNumber: boolean
  readonly active: boolean
  /** The bar of an operation at its pool: the one at its work center takes the focus and can be moved. */
  readonly isCopy: boolean
}

/** The label of a bar, which can take the focus. The shape below it is drawn together with all others. */
export const BarLabel = memo(function BarLabel(props: BarLabelProps) {
  const { operation, left, top, width, isWide, hasNumber, active, isCopy } = props
  const gantt = useGantt()
  const { model } = gantt
  const project = at(model.projectOf, operation)
  return (
    <div
      id={isCopy ? undefined : barId(operation)}
      {...named(cellRole, `${projectNumber(gantt, project)} ${barWords(gantt, operation)}`)}
      tabIndex={active && !isCopy ? 0 : -1}
      data-operation={operation}
      data-number={hasNumber ? model.data.projects.numbers[project] : ''}
      className={`absolute h-5 truncate rounded text-axis text-ink leading-5 before:font-semibold before:tabular-nums before:content-[attr(data-number)] ${isWide ? 'px-2 before:mr-1.5' : 'text-clip px-1'} ${
        gantt.canEdit && !isCopy && isMovable(model, operation) ? 'cursor-grab [touch-action:pan-y]' : 'cursor-pointer'
      }`}
      style={{ left, top, width }}
    >
      {isWide ? model.data.projects.names[project] : ''}
    </div>
  )
})
