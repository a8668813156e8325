/** Markup that is safe to send: its own text was written here, and every value in it was escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | Html | readonly Html[] | null

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')

const written = (value: Value): string => {
  if (value === null) return ''
  if (typeof value === 'string') return escaped(value)
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('')
}

/** Markup with values in it. Texts are escaped, markup is taken over, null is left out. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? written(values[index] ?? null) : '')).join(''))
