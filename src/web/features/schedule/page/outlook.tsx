import type { ComponentProps } from 'react'
import { LateCause } from '#web/components/operation-marks/late-cause.tsx'
import { OperationDates } from '#web/components/operation-marks/operation-dates.tsx'

/** The dates of an operation in the plan and in the forecast, and why it is late. */
export const Outlook = (props: ComponentProps<typeof LateCause>) => (
  <>
    <OperationDates {...props} />
    <LateCause {...props} />
  </>
)
