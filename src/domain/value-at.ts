const missing = (index: number, length: number): never => {
  throw new RangeError(`There is no row ${index} among ${length}.`)
}

/** Reads a row that the caller knows to exist. Throws where it does not, instead of counting on with `undefined`. */
export const valueAt = <T>(rows: ArrayLike<T | undefined>, index: number): T =>
  rows[index] ?? missing(index, rows.length)

/**
 * The same for columns of whole numbers, and of any numbers. The engine reads columns hundreds of millions of times: a function that
 * is only ever given one kind of array costs nothing there, one that is given every kind costs as much as the engine itself.
 */
export const intAt = (column: Int32Array, index: number): number => column[index] ?? missing(index, column.length)
export const floatAt = (column: Float64Array, index: number): number => column[index] ?? missing(index, column.length)
