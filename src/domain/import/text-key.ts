/** Combining marks begin here. A text without any character from here on has only one Unicode form. */
const combining = /[\u0300-\uffff]/

/** Normalizes a text so that two spellings of the same letters are equal. */
export const textKey = (text: string): string => (combining.test(text) ? text.normalize('NFC') : text)

/** Key for comparing names, regardless of case, surrounding blanks and Unicode form. */
export const nameKey = (name: string): string => textKey(name.trim()).toLowerCase()

/** The Unicode forms in which a text may be stored. */
export const storedForms = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

/**
 * A map from text to values. A lookup finds the value of the exact text, otherwise of another Unicode form, so two
 * stored forms of the same text remain separate.
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
