import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { type BulkOutcome, outcomeTitle } from './bulk-outcome.ts'

/** The projects that a bulk action could not change, with the reasons. They stay selected. */
export const BulkFailuresDialog = ({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={outcomeTitle(outcome)}
    description="The others stay selected, so that you can try again."
    footer={
      <Button variant="primary" onClick={onClose}>
        OK
      </Button>
    }
  >
    <ul className="divide-y divide-line">
      {outcome.failures.map(({ projectId, projectNumber, projectName, reason }) => (
        <li key={projectId} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span className="min-w-0 grow truncate">
            <span className="whitespace-nowrap text-ink-3 tabular-nums">#{projectNumber}</span> {projectName}
          </span>
          <Mark kind="late">{reason}</Mark>
        </li>
      ))}
    </ul>
  </Dialog>
)
