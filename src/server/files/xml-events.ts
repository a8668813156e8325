import sax from 'sax'
import { FileRefused } from './file-refused.ts'

/** Callbacks while an XML text is parsed. Names come without prefix. A text may arrive in several parts. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
  /** Return true to stop parsing. */
  isDone?(): boolean
}

/** Maximum nesting, and maximum length of a name, value or text: a cell has at most 10,000 characters. */
const deepest = 100
const longestToken = 250_000

const malformed = () => new FileRefused('This is not well-formed XML.')

/** The name of an element or attribute without its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An attribute by its name, whatever its prefix. */
export const attributeOf = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(attributes, name)
    ? attributes[name]
    : attributes[Object.keys(attributes).find((key) => key.endsWith(`:${name}`)) ?? '']

/** An event-based parser that refuses input which would let its memory grow. */
const parserOf = (events: XmlEvents, heard: () => void) => {
  // Entities of a document type are never resolved; only the five predefined entities and numeric ones are.
  const options = { position: false, strictEntities: true }
  const parser = sax.parser(true, options)
  let depth = 0
  let attributes: Record<string, string> = {}
  parser.onattribute = ({ name, value }) => {
    attributes[name] = value
  }
  parser.onopentag = ({ name }) => {
    heard()
    depth += 1
    if (depth > deepest) throw new FileRefused('This XML is nested too deeply to be read.')
    const own = attributes
    attributes = {}
    events.open(localName(name), own)
  }
  parser.onclosetag = (name) => {
    heard()
    depth -= 1
    events.close(localName(name))
  }
  parser.ontext = (text) => {
    heard()
    events.text(text)
  }
  parser.oncdata = (text) => {
    heard()
    events.text(text)
  }
  parser.oncomment = heard
  parser.onprocessinginstruction = heard
  // These files need no document type, and its entities could read files or expand without bounds.
  parser.ondoctype = () => {
    throw new FileRefused('XML files with a DOCTYPE are not read.')
  }
  parser.onerror = () => {
    throw malformed()
  }
  return parser
}

/** Reads an XML text piece by piece. Throws `FileRefused` when it is not well-formed. */
export const readXml = async (pieces: AsyncIterable<string> | Iterable<string>, events: XmlEvents): Promise<void> => {
  let silent = 0
  const parser = parserOf(events, () => {
    silent = 0
  })
  let endsWithReturn = false
  for await (const piece of pieces) {
    // Literal line endings become line feeds; character references stay what they are.
    const joined: string = endsWithReturn ? `\r${piece}` : piece
    endsWithReturn = joined.endsWith('\r')
    const lines = (endsWithReturn ? joined.slice(0, -1) : joined).replaceAll(/\r\n?/g, '\n')
    silent += lines.length
    parser.write(lines)
    if (events.isDone?.()) return
    if (silent > longestToken) throw new FileRefused('The file has a text of more than 250,000 characters.')
  }
  parser.close()
}
