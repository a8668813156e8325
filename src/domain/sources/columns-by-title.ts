import type { SourceReading } from '#contract/data-sources.ts'
import type { ImportField } from '#contract/imports.ts'
import { textKey } from '../import/text-key.ts'

type Wanted = Pick<SourceReading['columns'][number], 'title' | 'nth' | 'field'>

const titleKey = (title: string): string => textKey(title.trim())

const missingText = (missing: readonly Wanted[]): string => {
  const [first, ...more] = missing.map(({ title, nth }) => (nth > 1 ? `"${title}" (number ${nth})` : `"${title}"`))
  if (more.length === 0) return `The column ${first} is missing. Choose the columns again.`
  return `The columns ${[first, ...more.slice(0, -1)].join(', ')} and ${more.at(-1)} are missing. Choose the columns again.`
}

export type FoundColumns =
  | { readonly ok: true; readonly columns: (ImportField | null)[] }
  | { readonly ok: false; readonly message: string }

/**
 * The fields of a table's columns, found by their titles wherever they are. Columns that were not chosen are left out. A title that is gone
 * is a problem: without its column, the table would say something else.
 */
export const columnsByTitle = (header: readonly string[], wanted: readonly Wanted[]): FoundColumns => {
  const places = new Map<string, number[]>()
  for (const [column, title] of header.entries()) {
    const key = titleKey(title)
    places.set(key, [...(places.get(key) ?? []), column])
  }
  const columns = header.map((): ImportField | null => null)
  const missing: Wanted[] = []
  for (const one of wanted) {
    const column = places.get(titleKey(one.title))?.[one.nth - 1]
    if (column === undefined) missing.push(one)
    else columns[column] = one.field
  }
  return missing.length === 0 ? { ok: true, columns } : { ok: false, message: missingText(missing) }
}
