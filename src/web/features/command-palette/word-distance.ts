/** Words with a greater distance do not match (0 is equal, 1 has nothing in common). */
export const matchThreshold = 0.3

/** Distance of a longer word that begins with the typed one: 1042 comes before 10420. */
const atTheBeginning = 0.01
const inTheMiddle = 0.1

/**
 * The number of letters to insert, omit, replace or swap until `text` begins with `word`; more than `most` counts as
 * `most + 1`. Damerau-Levenshtein with a free end, one row at a time.
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

/** One bit per letter of the word. A typed letter that a text does not contain costs at least one edit. */
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
 * The distance of a typed word from a word of a text, 0 to 1: 0 for the same word, 0.01 if the text begins with it, 0.1 if the
 * text contains it, otherwise the share of typed letters that must change until the text begins with it.
 */
export const wordDistance = (
  typed: string,
  text: string,
  typedLetters = lettersOf(typed),
  textLetters = lettersOf(text),
): number => {
  if (text.startsWith(typed)) return text.length === typed.length ? 0 : atTheBeginning
  if (typed.length > 1 && text.includes(typed)) return inTheMiddle
  const most = Math.floor(typed.length * matchThreshold)
  // Numbers must match exactly, because a different number is a different project.
  if (most === 0 || bitCount(typedLetters & ~textLetters) > most || /\d/.test(typed)) return 1
  const edits = editsToPrefix(typed, text, most)
  return edits > most ? 1 : edits / typed.length
}
