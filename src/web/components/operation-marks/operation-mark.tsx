import type { Operation } from '#contract/operations.ts'
import { Mark } from '#web/ui/mark.tsx'
import { operationLook } from './operation-state.ts'

/** The state of an operation as icon and word. */
export function OperationMark({ operation }: { operation: Operation }) {
  const { kind, word } = operationLook(operation)
  return (
    <Mark kind={kind} className="tabular-nums">
      {word}
    </Mark>
  )
}
