import { nameKey } from './text-key.ts'

/** Removes marks from letters. Umlauts also become two letters, as people type them without the key. */
const plainLetters = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
const spelledOut = (text: string): string =>
  plainLetters(
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter),
  )

/** Splits a name into words and numbers: 'VF-4' and 'VF4' both give a word and a number. */
const wordsOf = (text: string): string[] => text.match(/\p{N}+|\p{L}+/gu) ?? []
const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  /** Forms that are equal for names that differ only in punctuation, blanks, marks, or word order. */
  readonly forms: ReadonlySet<string>
}

const fold = (name: string): Folded => {
  const words = wordsOf(plainLetters(name))
  const spelled = wordsOf(spelledOut(name))
  return {
    name,
    words,
    forms: new Set([words.join(''), spelled.join(''), words.toSorted().join(' ')].filter((form) => form !== '')),
  }
}

/** Edit distance between two words (missing, added, changed or swapped letters); `most` + 1 if it is greater. */
const editDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min((last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1)
      }
      line.push(least)
    }
    ;[before, last] = [last, line]
  }
  return last[b.length] ?? 0
}

/** Maximum number of mistyped letters in a word. Short words and numbers distinguish machines: Mill A, Mill B, Mill 2. */
const mostErrors = (word: string): number => (isNumber(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Number of letters in which two names with equally many words differ; null if there are too many. */
const distanceOf = (a: readonly string[], b: readonly string[]): number | null => {
  let sum = 0
  for (const [index, word] of a.entries()) {
    const other = b[index] ?? ''
    if (word === other) continue
    const longer = word.length > other.length ? word : other
    const most = isNumber(word) || isNumber(other) ? 0 : mostErrors(longer)
    const distance = editDistance(word, other, most)
    if (distance > most) return null
    sum += distance
  }
  return sum
}

/** Suggests names that a mistyped one may mean. */
export interface SimilarNames {
  /** Similar names, most similar first; empty if the name itself exists. */
  readonly find: (name: string) => readonly string[]
  /** `isFresh`: the name matches only names with the same letters. */
  readonly add: (name: string, isFresh: boolean) => void
}

const mostShown = 5
/** Maximum length of a work center's name. */
const longest = 200

/**
 * Builds an index of names. `find` compares only names with the same number of words and the same numbers, so it is fast for long lists.
 */
export const similarNames = (names: Iterable<string>): SimilarNames => {
  const known = new Set<string>()
  const byForm = new Map<string, Set<string>>()
  const byShape = new Map<string, Folded[]>()
  const shapeOf = (words: readonly string[]) => `${words.length} ${words.filter(isNumber).join(' ')}`
  const add = (name: string, isFresh: boolean) => {
    const folded = fold(name)
    known.add(nameKey(name))
    for (const form of folded.forms) byForm.set(form, (byForm.get(form) ?? new Set()).add(name))
    if (isFresh) return
    const shape = shapeOf(folded.words)
    byShape.set(shape, [...(byShape.get(shape) ?? []), folded])
  }
  for (const name of names) add(name, false)
  const find = (name: string): readonly string[] => {
    if (name.length > longest || known.has(nameKey(name))) return []
    const { words, forms } = fold(name)
    const ranked = new Map<string, number>()
    for (const form of forms) for (const other of byForm.get(form) ?? []) ranked.set(other, 0)
    for (const other of byShape.get(shapeOf(words)) ?? []) {
      const distance = ranked.has(other.name) ? null : distanceOf(words, other.words)
      if (distance !== null) ranked.set(other.name, distance)
    }
    return [...ranked]
      .sort(([a, near], [b, nearer]) => near - nearer || a.localeCompare(b))
      .slice(0, mostShown)
      .map(([other]) => other)
  }
  return { find, add }
}
