const missing = (index: number, length: number): never => {
  throw new RangeError(`There is no row ${index} among ${length}.`)
}

/** Reads a row that must exist. Throws if it does not, instead of calculating with `undefined`. */
export const valueAt = <T>(rows: ArrayLike<T | undefined>, index: number): T => {
  const value = rows[index]
  return value === undefined ? missing(index, rows.length) : value
}

/**
 * The same for columns of integers, and of any numbers. A function that always gets the same kind of array is several
 * times faster than one that gets every kind, and schedules read columns millions of times.
 */
export const intAt = (column: Int32Array, index: number): number => column[index] ?? missing(index, column.length)
export const floatAt = (column: Float64Array, index: number): number => column[index] ?? missing(index, column.length)
