/** Reads a numeric column at an index the caller knows to be inside it. */
export const at = (column: ArrayLike<number>, index: number): number => column[index] as number
