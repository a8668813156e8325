import type { LagUnit } from '#contract/vocabulary.ts'
import type { Dependency } from '../operations/merge-dependencies.ts'
import { hoursOf, unitOf } from './duration-text.ts'
import { type NumberHabit, readNumber } from './number-habit.ts'

/** A predecessor as written in a table: by number, external id or name. */
export interface NamedLink extends Omit<Dependency, 'predecessorId'> {
  readonly ref: string
}

/**
 * A link in a cell. `lost` says which part of it cannot be represented; `link` null = none of it can. Unreadable text
 * is refused, because it may be a typo.
 */
export type ReadLink =
  | { readonly ok: true; readonly link: NamedLink | null; readonly lost: string | null }
  | { readonly ok: false; readonly message: string }

const amount = '\\d[\\d.,]*(?:e-?\\d+)?'
/** Abbreviations of link types in English, German, French, Spanish, Italian and Portuguese. */
const linkTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['FS', 'EA', 'FD', 'FC', 'FI', 'TI'].map((text) => [text, 'FS'])),
  ...Object.fromEntries(['SS', 'AA', 'DD', 'CC', 'II'].map((text) => [text, 'start-to-start'])),
  ...Object.fromEntries(['FF', 'EE', 'TT'].map((text) => [text, 'finish-to-finish'])),
  ...Object.fromEntries(['SF', 'AE', 'DF', 'CF', 'IF', 'IT'].map((text) => [text, 'start-to-finish'])),
}
/** After a number they cannot be part of a name, unlike in 'Cut IT'. */
const type = `\\s*(?<type>FS|SS|FF|SF|(?<=\\d\\s*)(?:${Object.keys(linkTypes).join('|')}))`
/** A unit of time in any language. */
const word = '[^\\s\\d%@+.,;-]+'
const lag = `(?:\\s*(?<sign>[+-])\\s*(?<lag>${amount})\\s*(?<unit>%|${word}\\.?)?)?`
const end = `(?:\\s+max\\s+(?<most>${amount})\\s*(?<mostUnit>${word})?)?(?:\\s*@\\s*(?<share>${amount})\\s*%)?$`
/** A name may itself look like one with a lag, such as 'Drill-2', so the first pattern that leaves a known name is used. */
const patterns = [`^(?<ref>.+?)${end}`, `^(?<ref>.+?)${type}${lag}${end}`, `^(?<ref>.+?)(?:${type})?${lag}${end}`].map(
  (source) => new RegExp(source, 'i'),
)

/** The parts of a link, from the first pattern with a known name, otherwise from the last pattern. */
const linkParts = (text: string, isKnown: (ref: string) => boolean): Partial<Record<string, string>> => {
  let parts: Partial<Record<string, string>> = {}
  for (const pattern of patterns) {
    parts = pattern.exec(text)?.groups ?? {}
    if (parts.ref !== undefined && isKnown(parts.ref)) return parts
  }
  return parts
}

const refused = (message: string): ReadLink => ({ ok: false, message })
const kept = (link: NamedLink | null, lost: string | null): ReadLink => ({ ok: true, link, lost })

interface Lag {
  readonly hours: number
  readonly unit: LagUnit
}

/** A lag with its unit, or a message about what is wrong with it. */
const readLag = (number: string, unitText: string | undefined, habit: NumberHabit): Lag | string => {
  if (unitText === undefined) return 'Write the unit of the lag, such as 10FS+4h.'
  const known = unitOf(unitText)
  const value = readNumber(number, habit)
  if (!known) return `"${unitText}" is not a unit of time. Use h for hours or d for days.`
  if (Number.isNaN(value)) return `"${number}" is not a number.`
  return { hours: hoursOf(value, known), unit: known.isElapsed ? 'calendar' : 'working' }
}

const plain = { lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null } as const

/** A task in another file, as programs write it: 'C:\plans\press.mpp\12FS'. */
const ofOtherFile = /(?:\.mpp|[\\>])[\\/]?\s*\d+\s*\p{L}{0,2}(?:[+-].*)?$/iu

/** Maximum length of a link; operation names have up to 200 characters. Patterns are not tried on longer texts. */
const longestLink = 400

/** Parses '10FS+4h max 8h @50%'. `isKnown` tells whether a text is the full name of an operation. */
export const readLink = (text: string, habit: NumberHabit, isKnown: (ref: string) => boolean): ReadLink => {
  if (isKnown(text)) return kept({ ref: text, ...plain }, null)
  if (text.length > longestLink) return refused(`"${text.slice(0, 60)}..." does not name an operation.`)
  const { ref = '', type, sign, lag, unit, most, mostUnit, share } = linkParts(text, isKnown)
  if (ref === '') return refused(`"${text}" does not name an operation.`)
  const kind = linkTypes[(type ?? 'FS').toUpperCase()] ?? 'FS'
  if (kind !== 'FS') {
    return kept(null, `"${text}" is a ${kind} link. Only finish-to-start links are kept, so it is left out.`)
  }
  if (!isKnown(ref) && ofOtherFile.test(text))
    return kept(null, `"${text}" is a link to another file, so it is left out.`)
  const isDone = `The operation starts when ${ref} is done`
  if (unit === '%')
    return kept({ ref, ...plain }, `The lag of "${text}" is a share of ${ref}, so it is left out. ${isDone}.`)
  const read = lag === undefined ? { hours: 0, unit: plain.lagUnit } : readLag(lag, unit, habit)
  if (typeof read === 'string') return refused(read)
  if (sign === '-' && read.hours > 0) {
    return kept(
      { ref, ...plain },
      `The lead of "${text}" is left out. ${isDone}, or sooner with an overlap, such as ${ref} @50%.`,
    )
  }
  const longest = most === undefined ? null : readLag(most, mostUnit, habit)
  if (typeof longest === 'string') return refused(longest)
  if (longest && lag !== undefined && longest.unit !== read.unit) {
    return refused('The lag and its maximum need the same kind of hours.')
  }
  const overlapPercent = share === undefined ? null : readNumber(share, habit)
  if (overlapPercent !== null && !(overlapPercent >= 1 && overlapPercent <= 99)) {
    return refused('An overlap starts after 1 to 99 % of the predecessor.')
  }
  const lagUnit = longest?.unit ?? read.unit
  return kept({ ref, lagHours: read.hours, lagUnit, maxLagHours: longest?.hours ?? null, overlapPercent }, null)
}

/** Splits a cell into one text for each predecessor. A comma separates only if the parts are then readable. */
const partsOf = (text: string, habit: NumberHabit, isKnown: (ref: string) => boolean): string[] => {
  const parts = (all: string[]) => all.map((part) => part.trim()).filter((part) => part !== '')
  const byLine = parts(text.split(/[;\n]/))
  const [only] = byLine
  if (byLine.length !== 1 || only === undefined || isKnown(only)) return byLine
  if (/^\d+(?:[\s,]+\d+)+$/.test(only)) return only.split(/[\s,]+/)
  const byComma = parts(only.split(','))
  const areLinks = byComma.every((part) => {
    const read = readLink(part, habit, isKnown)
    return read.ok && (read.link === null || isKnown(read.link.ref))
  })
  return byComma.length > 1 && areLinks ? byComma : byLine
}

/** The text of a cell that explicitly has no predecessors. */
export const noPredecessors = '-'

/** Parses the predecessors of a cell: '10;20', '10FS+4h', 'Weld frame; Paint +2eh'. */
export const readLinks = (text: string, habit: NumberHabit, isKnown: (ref: string) => boolean): ReadLink[] =>
  text.trim() === noPredecessors ? [] : partsOf(text, habit, isKnown).map((part) => readLink(part, habit, isKnown))

/** The inverse of `readLink`. */
export const linkText = ({ ref, lagHours, lagUnit, maxLagHours, overlapPercent }: NamedLink): string => {
  const unit = lagUnit === 'calendar' ? 'eh' : 'h'
  const isPlain = lagHours === 0 && lagUnit === 'working'
  const lag = isPlain ? '' : `FS+${lagHours}${unit}`
  const most = maxLagHours === null ? '' : ` max ${maxLagHours}${unit}`
  return `${ref}${lag}${most}${overlapPercent === null ? '' : ` @${overlapPercent}%`}`
}
