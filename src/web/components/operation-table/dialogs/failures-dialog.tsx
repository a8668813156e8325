import type { BulkAnswer } from '#contract/bulk-operations.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { outcomeTitle } from '../action-words.ts'

/** Lists the rows that a bulk action could not change, with the reasons; these rows stay selected. */
export const FailuresDialog = ({ answer, onClose }: { answer: BulkAnswer; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={outcomeTitle(answer)}
    description={
      answer.changed + answer.unchanged === 0
        ? 'Nothing was changed.'
        : 'These could not be changed and stay selected; the others are done.'
    }
    footer={
      <Button variant="primary" onClick={onClose}>
        OK
      </Button>
    }
  >
    <ul aria-label="Not changed" className="divide-y divide-line">
      {answer.failures.map(({ operationId, projectNumber, name, reason }) => (
        <li key={operationId} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span className="min-w-0 grow truncate">
            {projectNumber && <span className="whitespace-nowrap text-ink-3 tabular-nums">#{projectNumber} </span>}
            {name || 'Deleted operation'}
          </span>
          <Mark kind="late" className="whitespace-normal!">
            {reason}
          </Mark>
        </li>
      ))}
    </ul>
  </Dialog>
)
