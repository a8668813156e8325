import type { LagUnit } from '#contract/vocabulary.ts'
import type { Dependency } from '../operations/merge-dependencies.ts'
import { type NumberHabit, readNumber } from './number-habit.ts'

/** A predecessor as a table names it: by number, external id or name. */
export interface NamedLink extends Omit<Dependency, 'predecessorId'> {
  readonly ref: string
}

export type ReadLink =
  | { readonly ok: true; readonly link: NamedLink }
  | { readonly ok: false; readonly message: string }

/** Hours of a unit, and how they count. A day of work has eight hours, as in MS Project. */
const units: Readonly<Record<string, readonly [hours: number, unit: LagUnit]>> = {
  m: [1 / 60, 'working'],
  min: [1 / 60, 'working'],
  h: [1, 'working'],
  hr: [1, 'working'],
  hrs: [1, 'working'],
  hour: [1, 'working'],
  hours: [1, 'working'],
  d: [8, 'working'],
  day: [8, 'working'],
  days: [8, 'working'],
  w: [40, 'working'],
  em: [1 / 60, 'calendar'],
  eh: [1, 'calendar'],
  ehr: [1, 'calendar'],
  ehrs: [1, 'calendar'],
  ed: [24, 'calendar'],
  eday: [24, 'calendar'],
  edays: [24, 'calendar'],
  ew: [168, 'calendar'],
}

const amount = '\\d[\\d.,]*(?:e-?\\d+)?'
const type = '\\s*(?<type>FS|SS|FF|SF)'
const lag = `(?:\\s*(?<sign>[+-])\\s*(?<lag>${amount})\\s*(?<unit>%|[a-z]+)?)?`
const end = `(?:\\s+max\\s+(?<most>${amount})\\s*(?<mostUnit>[a-z]+)?)?(?:\\s*@\\s*(?<share>${amount})\\s*%)?$`
/** A name may itself look like one with a lag, such as 'Drill-2', so the first that leaves a known name counts. */
const patterns = [`^(?<ref>.+?)${end}`, `^(?<ref>.+?)${type}${lag}${end}`, `^(?<ref>.+?)(?:${type})?${lag}${end}`].map(
  (source) => new RegExp(source, 'i'),
)

/** The parts of a link: those of the first pattern with a known name, else of the last one. */
const linkParts = (text: string, isKnown: (ref: string) => boolean): Partial<Record<string, string>> => {
  let parts: Partial<Record<string, string>> = {}
  for (const pattern of patterns) {
    parts = pattern.exec(text)?.groups ?? {}
    if (parts.ref !== undefined && isKnown(parts.ref)) return parts
  }
  return parts
}

const refused = (message: string): ReadLink => ({ ok: false, message })

const typeNames: Readonly<Record<string, string>> = {
  SS: 'start-to-start',
  FF: 'finish-to-finish',
  SF: 'start-to-finish',
}

interface Lag {
  readonly hours: number
  readonly unit: LagUnit
}

/** A length of time with its unit; a text that says what is wrong with it. */
const readLag = (number: string, unitText: string | undefined, habit: NumberHabit): Lag | string => {
  if (unitText === '%') return 'A lag in percent cannot be imported. Write it in hours, such as 10FS+4h.'
  if (unitText === undefined) return 'Write the unit of the lag, such as 10FS+4h.'
  const known = units[unitText.toLowerCase()]
  const value = readNumber(number, habit)
  if (!known) return `"${unitText}" is not a unit of time. Use h for hours or d for days.`
  if (Number.isNaN(value)) return `"${number}" is not a number.`
  const [hours, unit] = known
  return { hours: value * hours, unit }
}

/** The parts of '10FS+4h max 8h @50%'. `isKnown` = the whole text is the name of an operation. */
export const readLink = (text: string, habit: NumberHabit, isKnown: (ref: string) => boolean): ReadLink => {
  const plain = { lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null } as const
  if (isKnown(text)) return { ok: true, link: { ref: text, ...plain } }
  const { ref = '', type, sign, lag, unit, most, mostUnit, share } = linkParts(text, isKnown)
  if (ref === '') return refused(`"${text}" does not name an operation.`)
  const link = typeNames[(type ?? 'FS').toUpperCase()]
  if (link) return refused(`"${text}" is a ${link} link. Only finish-to-start links can be imported.`)
  const read = lag === undefined ? { hours: 0, unit: plain.lagUnit } : readLag(lag, unit, habit)
  if (typeof read === 'string') return refused(read)
  if (sign === '-' && read.hours > 0) {
    return refused(`"${text}" has a negative lag. Use an overlap instead, such as ${ref} @50%.`)
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
  return { ok: true, link: { ref, lagHours: read.hours, lagUnit, maxLagHours: longest?.hours ?? null, overlapPercent } }
}

/** The texts of a cell, one for each predecessor. Commas separate only where that leaves readable parts. */
const partsOf = (text: string, habit: NumberHabit, isKnown: (ref: string) => boolean): string[] => {
  const parts = (all: string[]) => all.map((part) => part.trim()).filter((part) => part !== '')
  const byLine = parts(text.split(/[;\n]/))
  const [only] = byLine
  if (byLine.length !== 1 || only === undefined || isKnown(only)) return byLine
  if (/^\d+(?:[\s,]+\d+)+$/.test(only)) return only.split(/[\s,]+/)
  const byComma = parts(only.split(','))
  const areLinks = byComma.every((part) => {
    const read = readLink(part, habit, isKnown)
    return read.ok && isKnown(read.link.ref)
  })
  return byComma.length > 1 && areLinks ? byComma : byLine
}

/** A cell that says on purpose that there are none. */
export const noPredecessors = '-'

/** The predecessors of a cell: '10;20', '10FS+4h', 'Weld frame; Paint +2eh'. */
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
