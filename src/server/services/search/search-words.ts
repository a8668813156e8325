const maxWords = 6

/** No name is told from another by what follows. */
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

/** A LIKE pattern that finds the word anywhere, as it is: no character of it is a wildcard. */
export const likeAnywhere = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** How well a text answers, less is better: the whole of it, its beginning, the beginning of a word, somewhere. */
export const rankText = (text: string, words: readonly string[]): number => {
  const whole = text.toLowerCase()
  const first = words[0] ?? ''
  if (whole === words.join(' ')) return 0
  if (whole.startsWith(first)) return 1
  return words.every((word) => ` ${whole}`.includes(` ${word}`)) ? 2 : 3
}
