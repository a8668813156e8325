import { PlanOutdatedStrip } from './plan-outdated-strip.tsx'
import { ShiftAssumption } from './shift-assumption.tsx'

/** The notices of every screen that shows the plan: that it is outdated, or that there are no shifts. */
export const PlanStrips = () => (
  <>
    <PlanOutdatedStrip />
    <ShiftAssumption />
  </>
)
