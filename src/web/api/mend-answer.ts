import type { z } from 'zod'
import { percentOfProgress } from '#contract/other-names.ts'

/** Other names the interface gives a field (specification 3), tried when the field itself is missing. */
const otherNames: Record<string, readonly string[]> = {
  tenantId: ['id', 'currentTenantId'],
  name: ['tenantName', 'displayName', 'userName', 'operationName'],
  displayName: ['name'],
  id: ['userId'],
  userId: ['id'],
  projectId: ['id'],
  operationId: ['id'],
  categoryId: ['id'],
  shiftId: ['id'],
  holidayId: ['id'],
  progressPercentage: ['progress'],
  plannedShipDate: ['shipDate'],
  scheduledStartDate: ['scheduledStart', 'startDate'],
  scheduledEndDate: ['scheduledEnd', 'endDate'],
  projectOperations: ['operations'],
}

/** What stands in for an enumerated value that is missing or unknown: the specification's defaults, by their first value. */
const defaultWords: Record<string, string> = {
  submittals: 'engineering',
  late: 'unscheduled',
  overdue: 'unscheduled',
  none: 'none',
}

const gone = Symbol('cannot be mended')

type Def = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  valueType?: z.ZodType
  out?: z.ZodType
  entries?: Record<string, string>
  values?: unknown[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

const mendObject = (shape: Record<string, z.ZodType>, value: unknown): unknown => {
  const lists = Object.entries(shape).filter(([, field]) => defOf(field).type === 'array')
  if (Array.isArray(value) && lists.length === 1) value = { [lists[0]?.[0] ?? '']: value }
  if (!isRecord(value)) return gone
  const result: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(shape)) {
    const found = [key, ...(otherNames[key] ?? [])].find((name) => value[name] !== undefined && value[name] !== null)
    const given = found === undefined ? value[key] : value[found]
    const raw = found === 'progress' ? percentOfProgress(given) : given
    // A record that does not say which one it is cannot be shown; a refusal ({ success: false }) is no record.
    if (raw == null && value.success !== false && /^id$|Id$/.test(key) && defOf(field).type === 'string') return gone
    const mended = mend(field, raw)
    if (mended === gone) return gone
    if (mended !== undefined) result[key] = mended
  }
  return result
}

const mendList = (element: z.ZodType, value: unknown): unknown => {
  const inner = isRecord(value) ? Object.values(value).filter(Array.isArray) : []
  const list = Array.isArray(value) ? value : inner.length === 1 ? (inner[0] as unknown[]) : value == null ? [] : null
  return list === null ? gone : list.map((item) => mend(element, item)).filter((item) => item !== gone)
}

const mendNumber = (value: unknown): unknown => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

function mend(schema: z.ZodType, value: unknown): unknown {
  if (schema.safeParse(value).success) return value
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
      return value == null || !def.innerType ? undefined : mend(def.innerType, value)
    case 'nullable': {
      const mended = value == null || value === '' || !def.innerType ? null : mend(def.innerType, value)
      return mended === gone ? null : mended
    }
    case 'default':
      return undefined
    case 'object':
      return mendObject(def.shape ?? {}, value)
    case 'array':
      return def.element ? mendList(def.element, value) : []
    case 'record':
      return isRecord(value) && def.valueType
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mend(def.valueType as z.ZodType, item)]))
        : {}
    case 'string':
      return value == null || typeof value === 'object' ? '' : String(value)
    case 'number': {
      const number = mendNumber(value)
      return schema.safeParse(number).success ? number : Math.round(number as number)
    }
    case 'boolean':
      return value === 1 || (typeof value === 'string' && value.toLowerCase() === 'true')
    case 'enum': {
      const words = Object.values(def.entries ?? {})
      const same = words.find((word) => word.toLowerCase() === String(value).toLowerCase())
      return same ?? defaultWords[words[0] ?? ''] ?? words[0]
    }
    case 'union':
      return (def.options ?? []).map((option) => mend(option, value)).find((item) => item !== gone) ?? gone
    case 'pipe':
      return def.out ? mend(def.out, value) : gone
    default:
      return gone
  }
}

/**
 * Makes an answer of the right kind but the wrong detail readable: flags as text, numbers as text, missing lists,
 * nulls, unknown words (trust.md 69). List items that name no id are left out; null when nothing can be saved.
 */
export const mendAnswer = (schema: z.ZodType, value: unknown): { value: unknown } | null => {
  const mended = mend(schema, value)
  return mended === gone ? null : { value: mended }
}
