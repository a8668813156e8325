import type { TextEncoding } from '#contract/import-sources.ts'
import { decoderOf } from './text-decoders.ts'

/** Candidate encodings, most common first. If two score the same, the first one wins. */
const candidates: readonly TextEncoding[] = [
  ...(['utf-8', 'windows-1252', 'macintosh', 'cp850', 'windows-1250', 'windows-1254', 'windows-1251'] as const),
  ...(['koi8-r', 'ibm866', 'x-mac-cyrillic', 'windows-1253', 'windows-1255', 'windows-1256'] as const),
]
const mostWords = 1_000
const longestWord = 40

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** The words of a text that contain a non-ASCII byte, separated by spaces. */
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
/** Non-ASCII letters of each language. Most texts use one language only. */
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
/** Letters that occur only at the end of a word. */
const finalInside = /[ךםןףץς]\p{L}/u

/** Scores how much a decoded word looks like a real word. */
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
  // In Latin scripts, most letters of a word are plain ASCII.
  if (isLatin) return score - (letters.length > 2 && beyond.length * 2 > letters.length ? beyond.length : 0)
  return score + 1 + ((word.match(frequent)?.length ?? 0) / letters.length) * 2
}

/** Number of accented Latin letters that belong to one language, minus the number that do not. */
const languageScore = (text: string): number => {
  const letters = text.toLowerCase().match(/(?![a-z])\p{Script=Latin}/gu) ?? []
  const own = Math.max(...alphabets.map((alphabet) => letters.filter((letter) => alphabet.has(letter)).length))
  return own - (letters.length - own)
}

/** Guesses the encoding of a text that is not valid UTF-8: the one in which its words score highest. */
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
