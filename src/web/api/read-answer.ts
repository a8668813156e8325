import type { z } from 'zod/mini'
import { readWireNames } from '#contract/wire-names.ts'

/** Reads a successful answer with its schema, in any of the three spellings of names; null when this is not possible. */
export const readAnswer = <S extends z.ZodMiniType>(schema: S, text: string): { value: z.output<S> } | null => {
  try {
    const raw: unknown = text.trim() === '' ? undefined : JSON.parse(text)
    const direct = schema.safeParse(raw)
    const { success, data } = direct.success ? direct : schema.safeParse(readWireNames(raw))
    return success ? { value: data } : null
  } catch {
    // The text is not JSON (an HTML page, a truncated text), or one field occurs twice with different values.
    return null
  }
}
