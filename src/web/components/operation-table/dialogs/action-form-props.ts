import type { BulkAction, PlanBasis } from '#contract/bulk-operations.ts'
import type { Subject } from '../use-operation-actions.ts'

export interface ActionFormProps {
  subject: Subject
  /** `basis`: of the preview that was shown. Resolves to whether it was done. */
  onRun: (action: BulkAction, basis?: PlanBasis) => Promise<boolean>
  onClose: () => void
}
