import type { SnapshotDependency, SnapshotOperation } from '../scheduling/shop-snapshot.ts'

/** The fields that say when the first transfer batch of an operation is done. */
export const batchFields = ['durationHours', 'setupHours', 'quantity', 'transferBatch'] as const

/** Absent = null. */
export type BatchWork = Pick<SnapshotOperation, (typeof batchFields)[number]>

/**
 * The percent of an operation that is done with its first transfer batch: its setup, and as much of the rest as the batch is of the
 * quantity. In whole percent, rounded up so that nothing is expected too early. null = all pieces go on together.
 */
export const firstBatchPercent = ({ durationHours, setupHours, quantity, transferBatch }: BatchWork): number | null => {
  if (!quantity || !transferBatch || transferBatch >= quantity) return null
  const setup = setupHours && durationHours > 0 ? Math.min(1, setupHours / durationHours) : 0
  const done = 100 * (setup + ((1 - setup) * transferBatch) / quantity)
  // The sum may miss a whole number by its last bit.
  const percent = Math.ceil(Math.round(done * 1e6) / 1e6)
  return percent < 100 ? percent : null
}

/** The overlap of a link: its own, else after the first transfer batch of the predecessor. null = the predecessor must have ended. */
export const overlapAfter = (ownPercent: number | null | undefined, before: BatchWork | undefined): number | null =>
  ownPercent ?? (before ? firstBatchPercent(before) : null)

/** The operations of a project, of which links without an overlap of their own have that of the transfer batch of the predecessor. */
export const withTransferBatches = (operations: readonly SnapshotOperation[]): SnapshotOperation[] => {
  const inBatches = new Map(operations.filter((one) => one.transferBatch).map((one) => [one.operationId, one]))
  const isConcerned = ({ operationId, isByBatch }: SnapshotDependency) => isByBatch || inBatches.has(operationId)
  const linked = (link: SnapshotDependency): SnapshotDependency => {
    const { isByBatch, overlapPercent = null, ...same } = link
    if (!isConcerned(link)) return link
    if (overlapPercent !== null && !isByBatch) return link
    const percent = overlapAfter(null, inBatches.get(link.operationId))
    return percent === null ? same : { ...same, overlapPercent: percent, isByBatch: true }
  }
  return operations.map((one) =>
    one.dependencies.some(isConcerned) ? { ...one, dependencies: one.dependencies.map(linked) } : one,
  )
}
