/** A message for one reader, ready to be sent. */
export interface Mail {
  /** The address alone. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Something that the reader can open, with a sentence about it. */
interface MailItem {
  readonly title: string
  readonly sentence: string
  readonly href: string
}

/** One part of a message: a paragraph, a link on a line of its own, or a list. */
export type MailPart =
  | string
  | { readonly label: string; readonly href: string }
  | { readonly items: readonly MailItem[] }

/** One line without control characters and line breaks, which names may contain: they would begin a header or a line. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text as HTML, for content and for attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const anchor = (href: string, label: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`

const textOf = (part: MailPart): string => {
  if (typeof part === 'string') return oneLine(part)
  if ('href' in part) return `${part.label}:\n${part.href}`
  return part.items
    .map(({ title, sentence, href }) => `- ${oneLine(title)}\n  ${oneLine(sentence)}\n  ${href}`)
    .join('\n\n')
}

const htmlOf = (part: MailPart): string => {
  if (typeof part === 'string') return `<p>${escapeHtml(oneLine(part))}</p>`
  if ('href' in part) return `<p>${anchor(part.href, part.label)}</p>`
  const items = part.items.map(
    ({ title, sentence, href }) => `<li>${anchor(href, oneLine(title))}<br>${escapeHtml(oneLine(sentence))}</li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

/** Writes the same parts as plain text and as simple HTML. */
export const writeMail = (to: string, subject: string, parts: readonly MailPart[]): Mail => ({
  to,
  subject: oneLine(subject),
  text: `${parts.map(textOf).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en-US"><body>${parts.map(htmlOf).join('')}</body></html>`,
})
