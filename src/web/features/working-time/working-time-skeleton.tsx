import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { WorkingTimeFrame } from './working-time-frame.tsx'
import type { ShiftsTab } from './working-time-search.ts'

/** The skeleton of a tab of "Working time", under the header and the tabs of the page. */
export const WorkingTimeSkeleton = ({ current }: { current: ShiftsTab | 'holidays' }) => (
  <WorkingTimeFrame current={current}>
    <FailingLoad />
    <SkeletonRows columns="80px 1fr 120px 120px" rows={12} className="bg-surface" />
  </WorkingTimeFrame>
)
