import { config, type z } from 'zod'
import { readWireNames } from '#contract/wire-names.ts'

// The page's Content-Security-Policy allows no generated code.
config({ jitless: true })

const shapeIssues = new Set(['invalid_type', 'invalid_union', 'invalid_value', 'invalid_key', 'unrecognized_keys'])

const namesOf = (value: unknown): unknown => {
  try {
    return readWireNames(value)
  } catch {
    return value
  }
}

/**
 * Reads a success answer by its schema: as it is, else with its names in camelCase, else mended.
 * Returns null when it is nothing of the kind (HTML, empty, truncated).
 */
export const readAnswer = async <S extends z.ZodType>(
  schema: S,
  text: string,
): Promise<{ value: z.output<S> } | null> => {
  let raw: unknown
  try {
    raw = text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    return null
  }
  const direct = schema.safeParse(raw)
  if (direct.success) return { value: direct.data }
  if (raw === undefined || raw === null) return null
  const named = namesOf(raw)
  const renamed = schema.safeParse(named)
  if (renamed.success) return { value: renamed.data }
  // Only other people's servers need it.
  const { mendAnswer } = await import('./mend-answer.ts')
  const mended = mendAnswer(schema, named)
  if (!mended) return null
  const result = schema.safeParse(mended.value)
  if (result.success) return { value: result.data }
  // Of the right shape but against a rule (a number out of range): better shown than withheld.
  const isShapely = result.error.issues.every(({ code }) => !shapeIssues.has(code))
  return isShapely ? { value: mended.value as z.output<S> } : null
}
