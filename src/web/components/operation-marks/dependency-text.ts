import type { Operation } from '#contract/operations.ts'
import type { LagUnit } from '#contract/vocabulary.ts'
import { formatNumber } from '#web/lib/format-number.ts'

type Lagged = Pick<Operation, 'dependencyLagHours' | 'dependencyLagUnits' | 'dependencyMaxLagHours'>
type Overlapping = Lagged & Pick<Operation, 'dependencyOverlapPercent'>
type Linked = Overlapping & Pick<Operation, 'operationId' | 'sequence' | 'dependencies'>

/** A lag in a few words: '4 h' of working time, '24 calendar h', '4 to 8 h', 'at most 8 h'; null for none. */
export const lagText = (lagHours: number, lagUnit: LagUnit, maxLagHours: number | null): string | null => {
  const unit = lagUnit === 'working' ? 'h' : 'calendar h'
  const shortest = formatNumber(lagHours)
  if (maxLagHours === null) return lagHours > 0 ? `${shortest} ${unit}` : null
  const longest = `${formatNumber(maxLagHours)} ${unit}`
  return lagHours > 0 ? `${shortest} to ${longest}` : `at most ${longest}`
}

/** The lag of an operation after one of its predecessors. */
export const lagAfter = (operation: Lagged, predecessorId: string): string | null =>
  lagText(
    operation.dependencyLagHours[predecessorId] ?? 0,
    operation.dependencyLagUnits[predecessorId] ?? 'working',
    operation.dependencyMaxLagHours[predecessorId] ?? null,
  )

/** How far a predecessor must be done: 'from 40 % done'; null if it must have finished. */
export const shareText = (percent: number | null | undefined): string | null =>
  percent ? `from ${formatNumber(percent)} % done` : null

/** Conditions at a predecessor beyond its end: 'from 40 % done + 4 h wait'; null if there are none. */
export const waitText = (operation: Overlapping, predecessorId: string): string | null => {
  const share = shareText(operation.dependencyOverlapPercent[predecessorId])
  const lag = lagAfter(operation, predecessorId)
  return [share, lag && `+ ${lag} wait`].filter(Boolean).join(' ') || null
}

/** The predecessors of an operation by sequence: '40, 50 + 4 h, 60 from 40 % done'; a dash if none. Unknown ids are skipped. */
export const dependencyText = (operation: Linked, operations: readonly Linked[]): string => {
  const sequences = new Map(operations.map(({ operationId, sequence }) => [operationId, sequence]))
  const parts = operation.dependencies
    .flatMap((id) => {
      const sequence = sequences.get(id)
      const share = shareText(operation.dependencyOverlapPercent[id])
      return sequence === undefined ? [] : [{ sequence, share, lag: lagAfter(operation, id) }]
    })
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ sequence, share, lag }) => `${sequence}${share ? ` ${share}` : ''}${lag ? ` + ${lag}` : ''}`)
  return parts.join(', ') || '—'
}

/** The direct successors of an operation, by sequence. */
export const successorsOf = <O extends Linked>(operationId: string, operations: readonly O[]): O[] =>
  operations
    .filter(({ dependencies }) => dependencies.includes(operationId))
    .toSorted((a, b) => a.sequence - b.sequence)
