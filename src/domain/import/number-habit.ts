/** Whether numbers use a decimal point or a decimal comma. The other character then separates thousands. */
export type NumberHabit = 'point' | 'comma'

/** What one text shows about the habit; null if nothing, or both. */
const evidenceOf = (text: string): NumberHabit | null => {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? 'point' : 'comma'
  if (points + commas === 0) return null
  if (points > 1) return 'comma'
  if (commas > 1) return 'point'
  // A single separator followed by exactly three digits may be either: 1,234.
  if (/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text) && !/^\D*0[.,]/.test(text)) return null
  return points > 0 ? 'point' : 'comma'
}

/** The habit of a whole table, judged by its numbers; `usual` if they are ambiguous or contradictory. */
export const numberHabitOf = (texts: Iterable<string>, usual: NumberHabit): NumberHabit => {
  const seen = { point: 0, comma: 0 }
  for (const text of texts) {
    const evidence = evidenceOf(text)
    if (evidence) seen[evidence] += 1
  }
  if (seen.point === seen.comma) return usual
  return seen.point > seen.comma ? 'point' : 'comma'
}

/** An example of an ambiguous number such as 1,234 in a table that shows no habit; null if there is none. */
export const ambiguousNumber = (texts: readonly string[]): string | null => {
  const isProven = numberHabitOf(texts, 'point') === numberHabitOf(texts, 'comma')
  return isProven ? null : (texts.find((text) => /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text)) ?? null)
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Parses a number as people write it: '1,234.5', '1.234,5', '7,5', '1 234'. NaN for anything else. */
export const readNumber = (text: string, habit: NumberHabit): number => {
  const tight = text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '')
  const turned = habit === 'point' ? tight : tight.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ','))
  if (plain.test(turned)) return Number(turned)
  if (grouped.test(turned)) return Number(turned.replaceAll(',', ''))
  // A number that clearly follows the other habit is read that way.
  return evidenceOf(tight) !== null && evidenceOf(tight) !== habit && !/[.,].*[.,]/.test(tight)
    ? readNumber(tight, habit === 'point' ? 'comma' : 'point')
    : Number.NaN
}
