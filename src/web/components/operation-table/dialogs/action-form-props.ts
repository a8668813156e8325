import type { BulkAction, PlanBasis } from '#contract/bulk-operations.ts'
import type { Subject } from '../use-operation-actions.ts'

export interface ActionFormProps {
  subject: Subject
  /** `basis` identifies the displayed preview. Resolves to true if the action was done. */
  onRun: (action: BulkAction, basis?: PlanBasis) => Promise<boolean>
  /** Opens a proposal with the action before it is done. */
  onTry: (action: BulkAction) => Promise<unknown>
  isTrying: boolean
  onClose: () => void
}
