import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath } from '../model/bar-path.ts'
import type { VisibleBar } from './visible-bars.ts'

/** Rings every visible operation of the project that is pointed at, else of the selected one. */
export function ProjectRing({ bars }: { bars: readonly VisibleBar[] }) {
  const { model, selected } = useGantt()
  const hovered = useGanttState((state) => state.hovered?.operation ?? -1)
  const operation = hovered >= 0 ? hovered : selected
  if (operation < 0) return null
  const project = at(model.projectOf, operation)
  const mine = bars.filter((bar) => at(model.projectOf, bar.operation) === project)
  return (
    <path
      d={mine.map(({ x, y, width }) => barPath(x + 0.5, y + 0.5, width - 1, 19)).join('')}
      className="fill-none stroke-primary-fill"
      strokeWidth={2}
    />
  )
}
