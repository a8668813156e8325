/** Whether two values are equal: plain values, or lists and objects of them, compared member by member. */
export const sameValues = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const entries = Object.entries(a)
  const others: Readonly<Record<string, unknown>> = { ...b }
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([name, value]) => name in others && sameValues(value, others[name]))
  )
}
