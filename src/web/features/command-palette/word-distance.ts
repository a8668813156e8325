/** Specification 9: what is further away than this (0 = the same, 1 = nothing in common) does not match. */
export const matchThreshold = 0.3

const inTheMiddle = 0.1

/**
 * Letters to change (inserted, left out, replaced, or two exchanged) until `word` begins `text`; more than `most` counts
 * as `most + 1`. Damerau-Levenshtein with a free end, one row at a time.
 */
const editsToPrefix = (word: string, text: string, most: number): number => {
  const width = Math.min(text.length, word.length + most)
  let before: number[] = []
  let previous = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const same = word[row - 1] === text[column - 1]
      let edits = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const exchanged =
        row > 1 && column > 1 && word[row - 1] === text[column - 2] && word[row - 2] === text[column - 1]
      if (exchanged) edits = Math.min(edits, (before[column - 2] ?? 0) + 1)
      current.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return most + 1
    before = previous
    previous = current
  }
  return Math.min(...previous)
}

/** One bit per letter that occurs: a letter that is not there at all must be changed. */
export const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

const bitCount = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * How far a typed word is from a word of a text, 0 to 1: 0 when it begins it, 0.1 when it stands inside it, otherwise the
 * share of its letters that must change until it begins it.
 */
export const wordDistance = (
  typed: string,
  text: string,
  typedLetters = lettersOf(typed),
  textLetters = lettersOf(text),
): number => {
  if (text.startsWith(typed)) return 0
  if (typed.length > 1 && text.includes(typed)) return inTheMiddle
  const most = Math.floor(typed.length * matchThreshold)
  // Nobody mistypes a number: another number is another project.
  if (most === 0 || bitCount(typedLetters & ~textLetters) > most || /\d/.test(typed)) return 1
  const edits = editsToPrefix(typed, text, most)
  return edits > most ? 1 : edits / typed.length
}
