import type { BulkAction } from '#contract/bulk-operations.ts'
import type { Subject } from '../use-operation-actions.ts'

export interface ActionFormProps {
  subject: Subject
  /** The action is under way. */
  busy: boolean
  onRun: (action: BulkAction) => void
  onClose: () => void
}
