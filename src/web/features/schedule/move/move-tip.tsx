import { extras } from '../frame/extras.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { whileState } from '../frame/while-state.tsx'

export interface TipLayerProps {
  readonly view: PlanView
  /** Top of an operation's bar in px of the surface, null when its row is not rendered. */
  readonly topOf: (operation: number) => number | null
  /** The lower edge of the window on the surface, so that the tip goes above the bar when there is no room below. */
  readonly bottomPx: number
  /** Width of the columns that do not scroll. */
  readonly fixedPx: number
}

/** The tips of what is being moved or linked. */
export const TipLayer = whileState<TipLayerProps>(
  ({ move, linking }) => move !== null || linking !== null,
  extras.part(({ MoveTips }) => MoveTips),
)
