const popEmbedding = '\u202C'
const popIsolate = '\u2069'
/** Without this mark, a number after right-to-left text would be displayed before it. */
const leftToRight = '\u200E'

/**
 * Closes all direction controls of a text, so that they cannot change the direction of text after it on a line, in a
 * sentence or in a file. Adds missing ends and removes no character (Unicode UAX #9, X1 to X7).
 */
export const closeDirections = (text: string): string => {
  if (!/[\u202A\u202B\u202D\u202E\u2066-\u2068]/.test(text)) return text
  const open: string[] = []
  let isolates = 0
  for (const [control] of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (control === popEmbedding) {
      if (open.at(-1) === popEmbedding) open.pop()
    } else if (control === popIsolate) {
      // The end of an isolate also ends embeddings inside it; without an isolate, the mark has no effect.
      if (isolates === 0) continue
      isolates--
      while (open.pop() !== popIsolate);
    } else {
      const end = control < '\u2066' ? popEmbedding : popIsolate
      if (end === popIsolate) isolates++
      open.push(end)
    }
  }
  return open.length === 0 ? text : text + open.reverse().join('') + leftToRight
}
