import { textKey } from '#domain/import/text-key.ts'

/** The fields to set, with the stored text wherever that is the same in another form of Unicode: it is no change. */
export const sameSpelling = <T extends object>(fields: T, before: object): T => {
  const same = { ...fields }
  for (const [name, value] of Object.entries(fields)) {
    const stored: unknown = typeof value === 'string' ? Reflect.get(before, name) : undefined
    if (typeof stored !== 'string' || value === stored) continue
    if (textKey(String(value).trim()) === textKey(stored)) Reflect.set(same, name, stored)
  }
  return same
}
