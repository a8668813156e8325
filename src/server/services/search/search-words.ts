const maxWords = 6

/** Most letters used of a word. More letters do not help to distinguish names. */
const maxLetters = 40

/** The different words of a search in lower case, without the '#' of a project's number; at most six of 40 letters. */
export const searchWords = (q: string): string[] => {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .map((word) => [...word.replace(/^#+/, '')].slice(0, maxLetters).join(''))
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, maxWords)
}

/** A LIKE pattern that finds the word anywhere. No character of the word is a wildcard. */
export const likeAnywhere = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Ranks a match, lower is better: the whole text, its beginning, the beginning of a word, anywhere. */
export const rankText = (text: string, words: readonly string[]): number => {
  const whole = text.toLowerCase()
  const first = words[0] ?? ''
  if (whole === words.join(' ')) return 0
  if (whole.startsWith(first)) return 1
  return words.every((word) => ` ${whole}`.includes(` ${word}`)) ? 2 : 3
}
