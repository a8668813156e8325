export type Element = Readonly<Record<string, unknown>>

export const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (parent: unknown, name: string): Element[] => {
  const value = isElement(parent) ? parent[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter(isElement)
}
/** Reads a flag, written as 1 or true. null if the element is missing. */
export const flagOf = (parent: Element, name: string): boolean | null => {
  const text = textOf(parent, name).trim().toLowerCase()
  return text === '' ? null : text === '1' || text === 'true'
}
export const textOf = (parent: Element, name: string): string => {
  const value = parent[name]
  // An element with only attributes, such as xsi:nil, has no text.
  return typeof value === 'string' ? value : ''
}
