/**
 * Converts PascalCase and snake_case keys to camelCase at every depth. Two spellings of one field with different values
 * are refused (parameter pollution).
 */
const aliases: Record<string, string> = {
  id: 'id',
  progress: 'progress',
  tenantID: 'tenantId',
  userID: 'userId',
  projectID: 'projectId',
  operationID: 'operationId',
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Any other name with underscores is not a spelling of a field and is not converted. */
const snakeCase = /^[a-z0-9]+(?:_+[a-z0-9]+)+$/i

/** `ProjectName`, `project_name` and `projectName` all become `projectName`. */
export const toCamelCase = (key: string): string => {
  const joined = snakeCase.test(key)
    ? key.toLowerCase().replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : key
  const first = joined[0]
  const camel = first === undefined ? joined : first.toLowerCase() + joined.slice(1)
  return aliases[camel] ?? camel
}

/** Thrown when a body spells one field twice with different values. */
export class ConflictingSpellings extends Error {
  readonly field: string
  constructor(field: string) {
    super(`The field ${field} is given twice with different values`)
    this.name = 'ConflictingSpellings'
    this.field = field
  }
}

const maxDepth = 32

/** `first`: of two spellings with different values, use the first. */
type OnConflict = 'refuse' | 'first'

const read = (value: unknown, depth: number, onConflict: OnConflict): unknown => {
  if (depth > maxDepth || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => read(item, depth + 1, onConflict))
  const result: Record<string, unknown> = {}
  for (const [key, raw] of Object.entries(value)) {
    const name = uuidOrOther(key) ? key : toCamelCase(key)
    if (forbiddenKeys.has(key) || forbiddenKeys.has(name)) continue
    const next = read(raw, depth + 1, onConflict)
    if (Object.hasOwn(result, name)) {
      if (onConflict === 'first') continue
      if (JSON.stringify(result[name]) !== JSON.stringify(next)) throw new ConflictingSpellings(name)
    }
    result[name] = next
  }
  return result
}

/** Keys that are ids (records keyed by id) are not converted. */
const uuidOrOther = (key: string): boolean => /^[0-9a-f]{8}-/i.test(key)

/**
 * Converts any of the three spellings to camelCase. Throws ConflictingSpellings, unless `onConflict` is `first`, so
 * that one odd record does not invalidate a whole answer.
 */
export const readWireNames = (value: unknown, onConflict: OnConflict = 'refuse'): unknown => read(value, 0, onConflict)
