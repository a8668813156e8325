import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { Path } from '../frame/path.tsx'
import type { PlanView } from '../frame/plan-view.ts'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath } from '../model/bar-path.ts'
import { xOf } from '../model/time-scale.ts'
import { type BandLayout, barTopsOf } from './band-layout.ts'

interface RingsProps {
  readonly layout: BandLayout
  readonly view: PlanView
}

/** Outlines of the bars of some operations in the window, as path data. */
const ringsOf = ({ model, scale }: GanttScene, { layout, view }: RingsProps, operations: Iterable<number>): string => {
  let path = ''
  for (const operation of operations) {
    const [x, endX] = [xOf(scale, at(model.startMs, operation)), xOf(scale, at(model.endMs, operation))]
    if (endX < view.fromX || x > view.toX) continue
    for (const top of barTopsOf(layout, operation))
      if (top >= view.fromY - 40 && top <= view.toY)
        path += barPath(x - view.originX + 0.5, top - view.originY + 0.5, Math.max(1, endX - x - 2), 19)
  }
  return path
}

function* operationsOf({ model }: GanttScene, project: number): Generator<number> {
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++) yield op
}

/**
 * Outlines all visible operations of the project from which a link is drawn, of that under the pointer, or else of the selected one,
 * and those that are picked to move together.
 */
export function Rings(props: RingsProps) {
  const gantt = useGantt()
  const { model, selected } = gantt
  const hovered = useGanttState(({ linking, hovered: bar }) => linking?.from ?? bar?.operation ?? -1)
  const picked = useGanttState((state) => state.picked)
  const operation = hovered >= 0 ? hovered : selected
  if (operation < 0 && picked.size === 0) return null
  const pickedRows = [...picked].map((id) => rowOfId(model.data.operations.ids, id)).filter((row) => row >= 0)
  const project = operation < 0 ? [] : operationsOf(gantt, at(model.projectOf, operation))
  return (
    <svg className="pointer-events-none absolute top-0 left-0 h-full w-full overflow-visible" aria-hidden="true">
      <Path d={ringsOf(gantt, props, project)} className="fill-none stroke-primary-mark" strokeWidth={2} />
      <Path d={ringsOf(gantt, props, pickedRows)} className="fill-none stroke-primary" strokeWidth={3} data-picked="" />
    </svg>
  )
}
