import { extras } from '../frame/extras.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { whileState } from '../frame/while-state.tsx'
import type { PlacedBand } from './band-layout.ts'

export interface PaintedTimeProps {
  readonly bands: readonly PlacedBand[]
  readonly view: PlanView
}

/** The time that is being painted on a row. */
export const PaintedTime = whileState<PaintedTimeProps>(
  ({ painting }) => painting !== null,
  extras.part(({ PaintedMark }) => PaintedMark),
)
