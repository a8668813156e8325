import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

const word = ifReadable(z.coerce.string())

/** The filter of the history in the URL. */
export const LogSearch = z.object({
  text: word,
  person: word,
  entity: word,
  source: word,
  action: word,
  project: word,
  record: word,
  from: word,
  to: word,
})
export type LogSearch = z.infer<typeof LogSearch>
export type OnLogSearch = (change: Partial<LogSearch>) => void
