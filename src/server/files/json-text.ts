import { FileRefused } from './file-refused.ts'

/** Levels of objects and lists within each other. Files of other systems have fewer than ten. */
const mostLevels = 100

const space = /[ \t\r\n]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * A JSON text that is read from its beginning to its end, without building what it describes: 5 MB of brackets would become 100 MB of
 * objects. Throws `FileRefused` where the text is no JSON.
 */
export class JsonText {
  readonly text: string
  at: number

  constructor(text: string, at = 0) {
    this.text = text
    this.at = at
  }

  /** The next character that is no space; '' at the end. */
  next(): string {
    space.lastIndex = this.at
    space.exec(this.text)
    this.at = space.lastIndex
    return this.text.charAt(this.at)
  }

  /** Steps over the character if it is the next one. */
  take(character: string): boolean {
    if (this.next() !== character) return false
    this.at += 1
    return true
  }

  need(character: string): void {
    if (!this.take(character)) throw this.damaged()
  }

  /** Steps over a value, however deep it is, and returns its text. */
  skip(): string {
    this.next()
    const from = this.at
    const ends: ('}' | ']')[] = []
    do {
      const end = this.#open()
      if (end !== null) {
        if (ends.length >= mostLevels) throw new FileRefused('The file has more than 100 levels of objects and lists.')
        ends.push(end)
      } else while (ends.length > 0 && !this.#goOn(ends.at(-1))) ends.pop()
    } while (ends.length > 0)
    return this.text.slice(from, this.at)
  }

  /** The name of a member, and the colon after it. */
  name(): string {
    const name = this.string()
    this.need(':')
    return name
  }

  /** A text in quotes. */
  string(): string {
    const written = this.#quoted()
    try {
      return String(JSON.parse(written))
    } catch {
      throw this.damaged()
    }
  }

  damaged(): FileRefused {
    let line = 1
    for (let to = this.text.indexOf('\n'); to >= 0 && to < this.at; to = this.text.indexOf('\n', to + 1)) line += 1
    return new FileRefused(
      this.at >= this.text.length
        ? 'The file is not complete: its JSON ends too early.'
        : `The file is damaged: line ${line} is not JSON.`,
    )
  }

  /** Begins a value. Returns how it ends; null = it has ended. */
  #open(): '}' | ']' | null {
    if (this.take('{')) {
      if (this.take('}')) return null
      this.name()
      return '}'
    }
    if (this.take('[')) return this.take(']') ? null : ']'
    if (this.next() === '"') this.#quoted()
    else this.#scalar()
    return null
  }

  /** True before another value of the object or list, false after its end. */
  #goOn(end: '}' | ']' | undefined): boolean {
    if (this.take(',')) {
      if (end === '}') this.name()
      return true
    }
    this.need(end ?? '')
    return false
  }

  #quoted(): string {
    const from = this.at
    if (this.next() !== '"') throw this.damaged()
    const begin = this.at
    for (let to = this.text.indexOf('"', begin + 1); to >= 0; to = this.text.indexOf('"', to + 1)) {
      let slashes = 0
      while (this.text[to - 1 - slashes] === '\\') slashes += 1
      if (slashes % 2 === 1) continue
      this.at = to + 1
      return this.text.slice(begin, this.at)
    }
    this.at = Math.max(from, this.text.length)
    throw this.damaged()
  }

  #scalar(): void {
    scalar.lastIndex = this.at
    if (!scalar.test(this.text)) throw this.damaged()
    this.at = scalar.lastIndex
  }
}
