import type { IcsProblem } from './ics-refusal.ts'

/** A property as in RFC 5545: `NAME;PARAM=value:value`. Names are upper case; multiple parameter values are joined with commas. */
export interface IcsProperty {
  /** Number of its first line in the file. */
  readonly line: number
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  readonly value: string
}

/** A component such as a calendar, event or time zone, with its children. */
export interface IcsComponent {
  readonly line: number
  readonly name: string
  readonly properties: IcsProperty[]
  readonly children: IcsComponent[]
}

/** Joins folded lines: one that begins with a blank continues the line before. The joined line has the number of its first part. */
const unfold = (text: string): { line: number; text: string }[] => {
  const logical: { line: number; parts: string[] }[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = logical.at(-1)
    if (/^[ \t]/.test(line) && last) last.parts.push(line.slice(1))
    else logical.push({ line: index + 1, parts: [line] })
  }
  return logical.map(({ line, parts }) => ({ line, text: parts.join('') }))
}

const nameEnd = /[^A-Za-z0-9-]/

/** End of the parameter value that begins at `from`. A quoted one may contain `:`, `;` and `,`. -1 = unterminated quote. */
const valueEnd = (text: string, from: number): number => {
  if (text[from] === '"') {
    const quote = text.indexOf('"', from + 1)
    return quote < 0 ? -1 : quote + 1
  }
  const end = text.slice(from).search(/[;:,"]/)
  return end < 0 ? text.length : from + end
}

/** Parses one logical line; null if it is not a property. */
const readProperty = (line: number, text: string): IcsProperty | null => {
  let at = text.search(nameEnd)
  if (at < 1) return null
  const name = text.slice(0, at).toUpperCase()
  const params = new Map<string, string>()
  while (text[at] === ';') {
    const equals = text.indexOf('=', at)
    const param = text.slice(at + 1, equals).toUpperCase()
    if (equals < 0 || param === '' || nameEnd.test(param)) return null
    at = equals
    // `=` comes before the first value, `,` before each further one.
    while (text[at] === '=' || text[at] === ',') {
      const end = valueEnd(text, at + 1)
      if (end < 0) return null
      const value = text.slice(at + 1, end).replaceAll('"', '')
      params.set(param, params.has(param) ? `${params.get(param)},${value}` : value)
      at = end
    }
  }
  return text[at] === ':' ? { line, name, params, value: text.slice(at + 1) } : null
}

const missingEnd = ({ line, name }: IcsComponent): IcsProblem =>
  name === 'VEVENT'
    ? { line, message: 'The event has no end (END:VEVENT)' }
    : { line, message: `END:${name} is missing. The file may be cut off` }

/** Parses a file into a tree of components. Reports lines that are not properties, and unbalanced ends. */
export const readComponents = (text: string): { roots: IcsComponent[]; problems: IcsProblem[] } => {
  const roots: IcsComponent[] = []
  const problems: IcsProblem[] = []
  const open: IcsComponent[] = []
  for (const { line, text: content } of unfold(text.startsWith('\uFEFF') ? text.slice(1) : text)) {
    if (content.trim() === '') continue
    const property = readProperty(line, content)
    const inside = open.at(-1)
    if (!property) {
      if (inside) problems.push({ line, message: 'This line is no property of a calendar (NAME:value)' })
      continue
    }
    const component = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      const begun: IcsComponent = { line, name: component, properties: [], children: [] }
      const siblings = inside ? inside.children : roots
      siblings.push(begun)
      open.push(begun)
    } else if (property.name === 'END') {
      const at = open.findLastIndex(({ name }) => name === component)
      if (at < 0) problems.push({ line, message: `END:${component} ends nothing that has begun` })
      else problems.push(...open.splice(at).slice(1).map(missingEnd))
    } else inside?.properties.push(property)
  }
  return { roots, problems: [...problems, ...open.map(missingEnd)] }
}
