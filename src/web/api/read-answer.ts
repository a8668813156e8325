import { z } from 'zod/mini'

/** A name in PascalCase or snake_case, or one that ends in 'ID'. */
const foreignName = /"(?:[A-Z][^"\\]*|[^"\\\s]+_[^"\\]*|[^"\\]+ID)"\s*:/

/**
 * Reads a successful answer with its schema, in any of the three spellings of names; null if that fails. An unreadable
 * record of a list is left out. Code for answers of other servers is loaded when the first one arrives.
 */
export const readAnswer = async <S extends z.ZodMiniType>(
  schema: S,
  text: string,
): Promise<{ value: z.output<S> } | null> => {
  // Another server may send a body where ours sends none.
  if (schema instanceof z.ZodMiniUndefined) return { value: undefined as z.output<S> }
  try {
    const raw: unknown = text.trim() === '' ? undefined : JSON.parse(text)
    const { success, data } = schema.safeParse(raw)
    if (success && !foreignName.test(text)) return { value: data }
    const { readOddAnswer } = await import('./read-odd-answer.ts')
    return readOddAnswer(schema, raw, success ? { value: data } : null)
  } catch {
    // The text is not JSON: an HTML page, or truncated.
    return null
  }
}
