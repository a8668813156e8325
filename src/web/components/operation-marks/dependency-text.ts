import type { Operation } from '#contract/operations.ts'
import { formatHours } from '#web/lib/format-hours.ts'

type Linked = Pick<Operation, 'operationId' | 'sequence' | 'dependencies' | 'dependencyLagHours'>

/** Which operations one waits for, by sequence: '40, 50 + 4 h'; a dash for none. Ids not in `operations` are left out. */
export const dependencyText = (operation: Linked, operations: readonly Linked[]): string => {
  const sequences = new Map(operations.map(({ operationId, sequence }) => [operationId, sequence]))
  const parts = operation.dependencies
    .flatMap((id) => {
      const sequence = sequences.get(id)
      return sequence === undefined ? [] : [{ sequence, lagHours: operation.dependencyLagHours[id] ?? 0 }]
    })
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ sequence, lagHours }) => (lagHours > 0 ? `${sequence} + ${formatHours(lagHours)}` : `${sequence}`))
  return parts.join(', ') || '—'
}

/** The operations that wait for one directly, by sequence. */
export const successorsOf = <O extends Linked>(operationId: string, operations: readonly O[]): O[] =>
  operations
    .filter(({ dependencies }) => dependencies.includes(operationId))
    .toSorted((a, b) => a.sequence - b.sequence)
