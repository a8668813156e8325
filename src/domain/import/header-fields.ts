import type { ColumnField, ImportKind } from '#contract/imports.ts'
import { fieldsOfKind, fieldTitles } from './column-names.ts'
import { projectSynonyms, settingsSynonyms } from './column-synonyms.ts'
import { headerNames, headerWords } from './header-words.ts'

/** A field that a header may name. A lower rank is a better match. */
export interface NamedField {
  readonly field: ColumnField
  readonly rank: number
}

const namesOf = (fields: readonly ColumnField[]): ReadonlyMap<string, NamedField> => {
  const names = new Map<string, NamedField>()
  const synonyms: Partial<Readonly<Record<ColumnField, readonly string[]>>> = {
    ...projectSynonyms,
    ...settingsSynonyms,
  }
  for (const field of fields) {
    for (const [rank, name] of (synonyms[field] ?? []).entries()) {
      const words = headerWords(name)
      if (!names.has(words)) names.set(words, { field, rank: rank + 1 })
    }
  }
  for (const field of fields) names.set(headerWords(fieldTitles[field]), { field, rank: 0 })
  return names
}

/** The field for each normalized header name (`headerWords`), by kind of table. */
const fieldsByName: Readonly<Record<ImportKind, ReadonlyMap<string, NamedField>>> = {
  projects: namesOf(fieldsOfKind.projects),
  workCenters: namesOf(fieldsOfKind.workCenters),
  shifts: namesOf(fieldsOfKind.shifts),
  holidays: namesOf(fieldsOfKind.holidays),
}

/** Fields with hours, the only ones whose headers may include a unit of time. */
const hourFields: ReadonlySet<ColumnField> = new Set(['durationHours', 'setupHours', 'hoursPerPiece'])

/** The field that a header names, as a whole, without the part in brackets, or without its unit of time; null if none matches. */
export const fieldOfHeader = (header: string, kind: ImportKind): NamedField | null => {
  const { whole, unbracketed, unitless } = headerNames(header)
  const names = fieldsByName[kind]
  const found = names.get(whole) ?? names.get(unbracketed)
  if (found) return found
  const timed = unitless === null ? undefined : names.get(unitless)
  return timed && hourFields.has(timed.field) ? timed : null
}
