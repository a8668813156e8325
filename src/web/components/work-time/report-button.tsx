import type { WorkTime } from '#contract/work-intervals.ts'
import { Button } from '#web/ui/button.tsx'
import { type ReportedOperation, useWorkReport } from './use-work-report.ts'

/** Starts the work on an operation, or pauses it. */
export function ReportButton({ operation, time }: { operation: ReportedOperation; time: WorkTime }) {
  const { label, isPending, refusal, send } = useWorkReport(operation, time)
  return (
    <Button size="small" busy={isPending} disabledReason={refusal} onClick={send}>
      {label}
    </Button>
  )
}
