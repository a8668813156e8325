/** The sequence of each operation of a project in this order: 10, 20, 30, ... */
export const sequenceAt = (index: number): number => (index + 1) * 10

/** The operations that get another sequence when the operations of a project are put in this order. */
export const renumbered = <T extends { readonly sequence: number }>(ordered: readonly T[]): T[] =>
  ordered.filter(({ sequence }, index) => sequence !== sequenceAt(index))
