/** Whether numbers have a decimal point or a decimal comma. The other sign then separates thousands. */
export type NumberHabit = 'point' | 'comma'

/** What one text shows about the habit; null = nothing, or both. */
const evidenceOf = (text: string): NumberHabit | null => {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? 'point' : 'comma'
  if (points + commas === 0) return null
  if (points > 1) return 'comma'
  if (commas > 1) return 'point'
  // One sign with exactly three digits behind it may be either: 1,234.
  if (/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text) && !/^\D*0[.,]/.test(text)) return null
  return points > 0 ? 'point' : 'comma'
}

/** The habit of a whole table, from its numbers; `usual` where they show none, or both. */
export const numberHabitOf = (texts: Iterable<string>, usual: NumberHabit): NumberHabit => {
  const seen = { point: 0, comma: 0 }
  for (const text of texts) {
    const evidence = evidenceOf(text)
    if (evidence) seen[evidence] += 1
  }
  if (seen.point === seen.comma) return usual
  return seen.point > seen.comma ? 'point' : 'comma'
}

/** A number of a table that shows no habit in which it may be read in two ways, such as 1,234; null = there is none. */
export const ambiguousNumber = (texts: readonly string[]): string | null => {
  const isProven = numberHabitOf(texts, 'point') === numberHabitOf(texts, 'comma')
  return isProven ? null : (texts.find((text) => /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text)) ?? null)
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** A number as people write it: '1,234.5', '1.234,5', '7,5', '1 234'. NaN for everything else. */
export const readNumber = (text: string, habit: NumberHabit): number => {
  const tight = text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '')
  const turned = habit === 'point' ? tight : tight.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ','))
  if (plain.test(turned)) return Number(turned)
  if (grouped.test(turned)) return Number(turned.replaceAll(',', ''))
  // A number that follows the other habit without a doubt is read as it is meant.
  return evidenceOf(tight) !== null && evidenceOf(tight) !== habit && !/[.,].*[.,]/.test(tight)
    ? readNumber(tight, habit === 'point' ? 'comma' : 'point')
    : Number.NaN
}
