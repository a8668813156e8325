import { kindOfName } from './kind-of-name.ts'
import type { PaceBasis, PacedOperation } from './learned-pace.ts'

interface Group {
  readonly kind: string | null
  readonly pace: { readonly basis: PaceBasis }
}

/** Whether an operation of the same work center belongs to a group. */
export const isOfGroup = (
  { kind, pace }: Group,
  { name, setupFamily = '' }: Omit<PacedOperation, 'categoryId'>,
): boolean => kind === null || kind === (pace.basis === 'family' ? setupFamily.trim() : kindOfName(name))

/** The group of a work center from which an operation has its pace: the first of those within it, or the work center itself. */
export const groupOf = <G extends Group>(
  groups: readonly G[],
  operation: Omit<PacedOperation, 'categoryId'>,
): G | null =>
  groups.find((group) => group.kind !== null && isOfGroup(group, operation)) ??
  groups.find(({ kind }) => kind === null) ??
  null
