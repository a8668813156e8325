/** Marks that combine with the letter before them begin here: a text without any character from here on has one form only. */
const combining = /[\u0300-\uffff]/

/** A text in the form in which two spellings of the same letters are equal. */
export const textKey = (text: string): string => (combining.test(text) ? text.normalize('NFC') : text)

/** A name for comparing: without regard to case, to blanks around it, and to the form of its letters. */
export const nameKey = (name: string): string => textKey(name.trim()).toLowerCase()

/** The forms in which a text may be stored. */
export const storedForms = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

/**
 * Values by text. A text finds the value that was set for exactly it, else one that was set for another form of it: what is stored twice
 * in two forms is told apart.
 */
export class TextMap<V> {
  readonly #exact = new Map<string, V>()
  readonly #byKey = new Map<string, V>()
  readonly #keyOf: (text: string) => string

  constructor(entries: Iterable<readonly [string, V]>, keyOf: (text: string) => string = textKey) {
    this.#keyOf = keyOf
    for (const [text, value] of entries) this.set(text, value)
  }

  get(text: string): V | undefined {
    return this.#exact.get(text) ?? this.#byKey.get(this.#keyOf(text))
  }

  set(text: string, value: V): void {
    this.#exact.set(text, value)
    const key = this.#keyOf(text)
    if (!this.#byKey.has(key)) this.#byKey.set(key, value)
  }
}
