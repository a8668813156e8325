import { readHours } from './duration-text.ts'
import type { NumberHabit } from './number-habit.ts'
import { fine, isNone, type ReadCell, wrong } from './read-cells.ts'

/** Another work center where an operation may run; hours null = the same as the operation's. */
export interface NamedAlternative {
  readonly name: string
  readonly durationHours: number | null
}

/** A part of a cell: either a name with hours, or a name that contains a colon. */
export interface AlternativeText {
  readonly whole: string
  /** Name and hours separated by the last colon; null if no hours follow one. */
  readonly split: { readonly name: string; readonly durationHours: number } | null
}

const quoted = /^"((?:[^"]|"")*)"\s*(?::(.*))?$/s
/** Splits at semicolons and line breaks outside quotes. */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  let [from, isQuoted] = [0, false]
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (sign !== undefined && (isQuoted || (sign !== ';' && sign !== '\n'))) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return parts
}

const readPart = (part: string, numbers: NumberHabit): AlternativeText => {
  const inQuotes = quoted.exec(part)
  const name = inQuotes?.[1]?.replaceAll('""', '"')
  if (name !== undefined && inQuotes?.[2] === undefined) return { whole: name, split: null }
  const at = part.lastIndexOf(':')
  if (at < 0) return { whole: part, split: null }
  const own = name ?? part.slice(0, at).trim()
  const durationHours = readHours(inQuotes?.[2] ?? part.slice(at + 1), numbers)
  return { whole: part, split: own !== '' && durationHours >= 0 ? { name: own, durationHours } : null }
}

/** Splits 'Mill 2: 6; Mill 3' into parts whose names `resolveAlternatives` looks up; null if a part is neither. */
export const readAlternatives = (text: string, numbers: NumberHabit): AlternativeText[] | null => {
  if (isNone(text)) return []
  const parts = partsOf(text)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readPart(part, numbers))
  return parts.some((part) => /^:|:$/.test(part.whole)) ? null : parts
}

export const wantedAlternatives = 'Write each as a name, or as name: hours, such as Mill 2: 6'

export const alternativesReader =
  (numbers: NumberHabit): ReadCell =>
  (text) => {
    const parts = readAlternatives(text, numbers)
    return parts === null ? wrong(wantedAlternatives) : fine(parts)
  }

/**
 * Resolves the work centers of a cell. A part is read as a name with hours or as a plain name, whichever is known.
 * Commas separate only known names.
 */
export const resolveAlternatives = (
  parts: readonly AlternativeText[],
  isKnown: (name: string) => boolean,
): NamedAlternative[] =>
  parts.flatMap(({ whole, split }): NamedAlternative[] => {
    if (split && isKnown(split.name)) return [split]
    if (isKnown(whole)) return [{ name: whole, durationHours: null }]
    const names = whole.split(',').map((name) => name.trim())
    if (names.length > 1 && names.every(isKnown)) return names.map((name) => ({ name, durationHours: null }))
    return [split ?? { name: whole, durationHours: null }]
  })

/** The inverse, including hours. */
export const alternativeText = (name: string, durationHours: number): string => {
  const isPlain = !/[;\n"]/.test(name) && name.trim() === name
  return `${isPlain ? name : `"${name.replaceAll('"', '""')}"`}: ${durationHours}`
}
