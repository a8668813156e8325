import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { operationQuery } from '#web/api/operations/operations.queries.ts'
import { PacedHours } from '#web/components/learned-pace/paced-hours.tsx'
import { LateCause } from '#web/components/operation-marks/late-cause.tsx'
import { OperationDates } from '#web/components/operation-marks/operation-dates.tsx'

/** The dates of an operation in the plan and in the forecast, why it is late, and with which hours it is planned. */
export const Outlook = (props: ComponentProps<typeof LateCause>) => {
  const { data } = useQuery(operationQuery(props.projectId, props.operationId))
  return (
    <>
      <OperationDates {...props} />
      <LateCause {...props} />
      {data && <PacedHours operation={data} className="border-line border-t px-4 py-2 text-ink-2 text-label" />}
    </>
  )
}
