/** Sequence number at an index: 10, 20, 30, ... */
export const sequenceAt = (index: number): number => (index + 1) * 10

/** The operations whose sequence number changes when a project's operations get this order. */
export const renumbered = <T extends { readonly sequence: number }>(ordered: readonly T[]): T[] =>
  ordered.filter(({ sequence }, index) => sequence !== sequenceAt(index))
