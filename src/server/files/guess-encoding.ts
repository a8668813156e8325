import type { TextEncoding } from '#contract/import-sources.ts'
import { decoderOf } from './text-decoders.ts'

/** Encodings that a text may have, the usual ones first: of two that fit, the first counts. */
const candidates: readonly TextEncoding[] = [
  ...(['utf-8', 'windows-1252', 'macintosh', 'cp850', 'windows-1250', 'windows-1254', 'windows-1251'] as const),
  ...(['koi8-r', 'ibm866', 'x-mac-cyrillic', 'windows-1253', 'windows-1255', 'windows-1256'] as const),
]
const mostWords = 1_000
const longestWord = 40

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** The words of a text that have a byte which is not ASCII, separated by blanks. */
const tellingWords = (bytes: Uint8Array): Uint8Array => {
  const words: number[] = []
  let count = 0
  for (let at = 0; at < bytes.length && count < mostWords; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    let [from, to] = [at, at + 1]
    while (from > 0 && at - from < longestWord && isLetter(bytes[from - 1] ?? 0)) from -= 1
    while (to < bytes.length && to - at < longestWord && ((bytes[to] ?? 0) >= 0x80 || isLetter(bytes[to] ?? 0))) to += 1
    for (const byte of bytes.subarray(from, to)) words.push(byte)
    words.push(0x20)
    count += 1
    at = to
  }
  return Uint8Array.from(words)
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]
/** The letters beyond ASCII of languages: those of a text are mostly of one. */
const alphabets: readonly ReadonlySet<string>[] = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíóúüñ',
  'áâãàçéêíóôõúü',
  'àèéìíîòóùú',
  'æøåäöé',
  'ëïéöüèê',
  'áčďéěíňóřšťúůýžľĺŕôä',
  'ąćęłńóśźż',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'çğıöşüâî',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'äöõüšž',
].map((letters) => new Set(letters))
/** The most frequent letters of the other scripts. */
const frequent = /[оеаинтсрвлαοιετσςνηυρόίάέήύיוהלאתמרבשالمنتوهيرب]/giu
/** Letters that stand at the end of a word only. */
const finalInside = /[ךםןףץς]\p{L}/u

/** How much a word looks like one that people write. */
const wordScore = (word: string): number => {
  const letters = word.match(/\p{L}/gu) ?? []
  const beyond = letters.filter((letter) => letter > '\u007f')
  const [isLatin, ...others] = scripts.map((script) => script.test(word))
  const kinds = [isLatin, ...others].filter(Boolean).length
  let score = 0
  if (/[\u0080-\u009f\ufffd]/u.test(word)) score -= 6
  if (kinds > 1) score -= 4
  if (/\p{L}[^\p{L}\p{M}'’·-]+\p{L}/u.test(word)) score -= 3
  if (/\p{Ll}\p{Lu}/u.test(word)) score -= 2
  if (finalInside.test(word)) score -= 2
  if (kinds !== 1 || letters.length < 2) return score
  // In the Latin alphabet most letters of a word are plain ones.
  if (isLatin) return score - (letters.length > 2 && beyond.length * 2 > letters.length ? beyond.length : 0)
  return score + 1 + ((word.match(frequent)?.length ?? 0) / letters.length) * 2
}

/** How many Latin letters with marks are those of one language, less those that are not. */
const languageScore = (text: string): number => {
  const letters = text.toLowerCase().match(/(?![a-z])\p{Script=Latin}/gu) ?? []
  const own = Math.max(...alphabets.map((alphabet) => letters.filter((letter) => alphabet.has(letter)).length))
  return own - (letters.length - own)
}

/** The encoding in which the words of a text make the most sense. For texts that are not UTF-8 throughout. */
export const guessEncoding = (bytes: Uint8Array): TextEncoding => {
  const words = tellingWords(bytes)
  let best: { encoding: TextEncoding; score: number } = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const encoding of candidates) {
    const text = decoderOf(encoding, { fatal: false }).decode(words)
    const score = text.split(' ').reduce((sum, word) => sum + wordScore(word), languageScore(text))
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}
