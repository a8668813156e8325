import { PlanOutdatedStrip } from './plan-outdated-strip.tsx'
import { ShiftAssumption } from './shift-assumption.tsx'

/** What every screen that shows the plan says about it: that it is out of date, or that it knows no shifts. */
export const PlanStrips = () => (
  <>
    <PlanOutdatedStrip />
    <ShiftAssumption />
  </>
)
