import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { endpoints } from './registry.ts'

/** The parts of a schema, one level down, by field name. */
const partsOf = (schema: unknown): [field: string, part: unknown][] => {
  if (schema instanceof z.ZodMiniObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return [['', schema.def.innerType]]
  if (schema instanceof z.ZodMiniDefault) return [['', schema.def.innerType]]
  if (schema instanceof z.ZodMiniArray) return [['', schema.def.element]]
  // A discriminated union is also a `$ZodUnion`.
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map((option) => ['', option])
  if (schema instanceof z.ZodMiniPipe) return [['', schema.def.out]]
  return []
}

const namesIn = (schema: unknown, path = ''): [path: string, schema: z.ZodMiniType][] =>
  partsOf(schema).flatMap(([field, part]): [string, z.ZodMiniType][] => {
    const at = field === '' ? path : `${path}.${field}`
    const isName = /name$|^projectNumber$/i.test(field) && part instanceof z.ZodMiniType
    return isName ? [[at, part]] : namesIn(part, at)
  })

/** The name that a super admin types to confirm a deletion is only compared, and never stored. */
const confirmations = new Set(['deleteTenant.confirmName'])

const names = endpoints
  .filter(({ method }) => method !== 'GET')
  .flatMap(({ name, body }) => namesIn(body, name))
  .filter(([path]) => !confirmations.has(path))

describe('names in requests', () => {
  it('every resource with names has them in its requests', () => {
    const paths = names.map(([path]) => path)
    for (const path of [
      'postProject.projectName',
      'postProject.projectNumber',
      'patchProjects.changes.fields.projectName',
      'postHoliday.name',
      'postHolidayTemplate.items.name',
      'postShift.name',
      'postCategory.name',
      'postCalendarException.name',
      'postUser.displayName',
      'putTenantSettings.name',
    ])
      expect(paths).toContain(path)
    expect(paths.length).toBeGreaterThan(30)
  })

  it.each(names)('%s is refused if it is invisible', (_, schema) => {
    for (const invisible of ['\u200B', '\u0007', '\u2060\u00AD', '\u3164', '\uFEFF\u200D'])
      expect(schema.safeParse(invisible).success, JSON.stringify(invisible)).toBe(false)
    expect(schema.safeParse('Weld').success).toBe(true)
  })
})
