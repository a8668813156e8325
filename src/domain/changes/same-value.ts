/** Whether two values of history are equal. Key order is ignored, because the database changes it. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    left.length === right.size && left.every(([name, value]) => right.has(name) && sameValue(value, right.get(name)))
  )
}
