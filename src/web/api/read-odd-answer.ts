import type { z } from 'zod/mini'
import { isRecord } from '#contract/other-names.ts'
import { readWireNames } from '#contract/wire-names.ts'

/** True if parsing dropped a field, as it does with an unknown name. */
const leavesOut = (raw: unknown, read: unknown): boolean => {
  if (Array.isArray(raw)) return Array.isArray(read) && raw.some((item, index) => leavesOut(item, read[index]))
  if (!isRecord(raw) || !isRecord(read)) return false
  return Object.entries(raw).some(([name, value]) => !(name in read) || leavesOut(value, read[name]))
}

/** Fields with lists of records in answers. One unreadable record does not invalidate the list or the answer. */
const lists = new Set<PropertyKey>(['tenants', 'projectOperations'])

type Path = readonly PropertyKey[]

/** The paths of unreadable records in lists; null if something else cannot be read. */
const unreadableRecords = (issues: readonly { readonly path: Path }[]): Path[] | null => {
  const places = issues.map(({ path }) => {
    const at = path.findLastIndex(
      (part, index) => typeof part === 'number' && (index === 0 || lists.has(path[index - 1] ?? '')),
    )
    return at < 0 ? null : path.slice(0, at + 1)
  })
  return places.every((place) => place !== null) ? places : null
}

/** A copy of the value without the items at these paths. */
const without = (value: unknown, places: readonly Path[]): unknown => {
  const below = (key: PropertyKey) => places.flatMap(([first, ...rest]) => (first === key ? [rest] : []))
  const isGone = (key: PropertyKey) => below(key).some((rest) => rest.length === 0)
  if (Array.isArray(value)) return value.flatMap((item, at) => (isGone(at) ? [] : [without(item, below(at))]))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item, below(key))]))
}

/** Reads the readable part of a value; null if there is none. */
const readValue = <S extends z.ZodMiniType>(schema: S, raw: unknown): { value: z.output<S> } | null => {
  const result = schema.safeParse(raw)
  if (result.success) return { value: result.data }
  const places = unreadableRecords(result.error.issues)
  if (!places) return null
  const rest = schema.safeParse(without(raw, places))
  if (!rest.success) return null
  console.warn(`${new Set(places.map(String)).size} records of an answer could not be read and are left out`)
  return { value: rest.data }
}

/** Reads an answer with foreign names or records; `direct` is the result of parsing it unchanged, null if that failed. */
export const readOddAnswer = <S extends z.ZodMiniType>(
  schema: S,
  raw: unknown,
  direct: { value: z.output<S> } | null,
): { value: z.output<S> } | null => {
  if (direct && !leavesOut(raw, direct.value)) return direct
  return readValue(schema, readWireNames(raw, 'first')) ?? readValue(schema, raw)
}
