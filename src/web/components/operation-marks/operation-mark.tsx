import type { Operation } from '#contract/operations.ts'
import { Mark } from '#web/ui/mark.tsx'
import { operationStanding } from './operation-state.ts'

/** The state of an operation as icon and word. */
export function OperationMark({ operation, dueMs }: { operation: Operation; dueMs: number | null }) {
  const { kind, word } = operationStanding(operation, dueMs)
  return <Mark kind={kind}>{word}</Mark>
}
