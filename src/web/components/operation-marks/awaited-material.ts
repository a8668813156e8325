import type { Operation } from '#contract/operations.ts'

export type Awaiting = Pick<Operation, 'materialReadyDate' | 'actualStartDate' | 'progressPercentage'>

/** When the material of an operation is ready; null if it is there, none is needed, or the work has started without it. */
export const awaitedMaterial = (
  { materialReadyDate, actualStartDate, progressPercentage }: Awaiting,
  nowMs: number,
): string | null => {
  const isAwaited = materialReadyDate !== null && Date.parse(materialReadyDate) > nowMs
  return isAwaited && actualStartDate === null && progressPercentage === 0 ? materialReadyDate : null
}
