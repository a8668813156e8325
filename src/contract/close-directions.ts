const popEmbedding = '\u202C'
const popIsolate = '\u2069'
/** A number behind text that runs to the left would still be drawn before it. */
const leftToRight = '\u200E'

/**
 * Text whose direction controls end with it: what it turns round stays within it, whatever stands behind it on a line, in a
 * sentence or in a file. Nothing that was typed is lost; the missing ends are added (Unicode UAX #9, X1 to X7).
 */
export const closeDirections = (text: string): string => {
  if (!/[\u202A\u202B\u202D\u202E\u2066-\u2068]/.test(text)) return text
  const open: string[] = []
  let isolates = 0
  for (const [control] of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (control === popEmbedding) {
      if (open.at(-1) === popEmbedding) open.pop()
    } else if (control === popIsolate) {
      // What was embedded inside an isolate ends with it; without one the mark means nothing.
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
