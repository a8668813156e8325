/** Reads a numeric column at an index that the caller knows to be valid. */
export const at = (column: ArrayLike<number>, index: number): number => column[index] as number
