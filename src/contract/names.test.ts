import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './registry.ts'

/** What a schema is made of, one level down, by the field's name. */
const partsOf = (schema: unknown): [field: string, part: unknown][] => {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [['', schema.unwrap()]]
  if (schema instanceof z.ZodDefault) return [['', schema.unwrap()]]
  if (schema instanceof z.ZodArray) return [['', schema.element]]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ['', option])
  if (schema instanceof z.ZodPipe) return [['', schema.def.out]]
  return []
}

const namesIn = (schema: unknown, path = ''): [path: string, schema: z.ZodType][] =>
  partsOf(schema).flatMap(([field, part]): [string, z.ZodType][] => {
    const at = field === '' ? path : `${path}.${field}`
    const isName = /name$|^projectNumber$/i.test(field) && part instanceof z.ZodType
    return isName ? [[at, part]] : namesIn(part, at)
  })

/** What a super admin types to confirm a deletion is compared with a name, and never stored. */
const confirmations = new Set(['deleteTenant.confirmName'])

const names = endpoints
  .filter(({ method }) => method !== 'GET')
  .flatMap(({ name, body }) => namesIn(body, name))
  .filter(([path]) => !confirmations.has(path))

describe('names in requests', () => {
  it('exist in every resource that has names', () => {
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

  it.each(names)('%s is refused when it is invisible', (_, schema) => {
    for (const invisible of ['\u200B', '\u0007', '\u2060\u00AD', '\u3164', '\uFEFF\u200D'])
      expect(schema.safeParse(invisible).success, JSON.stringify(invisible)).toBe(false)
    expect(schema.safeParse('Weld').success).toBe(true)
  })
})
