import type { PlanView } from '../frame/plan-view.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import { msAt } from '../model/time-scale.ts'
import type { BandLayout } from './band-layout.ts'

const slackPx = 2

/** The operation under the pointer, found by lane and time: small bars are no elements of their own. */
export const barAt = (
  surface: HTMLElement,
  { model, scale }: GanttScene,
  { lanes }: BandLayout,
  view: PlanView,
  { clientX, clientY }: { clientX: number; clientY: number },
): { operation: number; bottom: number } | null => {
  const box = surface.getBoundingClientRect()
  const y = clientY - box.top + view.fromY
  const x = clientX - box.left + view.fromX
  const lane = lanes.find(({ barTop }) => y >= barTop && y < barTop + 20)
  if (!lane) return null
  const index = firstEndingAfter(model, lane.operations, msAt(scale, x - slackPx))
  const operation = lane.operations[index]
  if (operation === undefined || at(model.startMs, operation) > msAt(scale, x + slackPx)) return null
  return { operation, bottom: box.top + lane.barTop + 20 - view.fromY }
}
