import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { commonWords } from './common-words.ts'

/** Rows of keyboards and the alphabet; walks along them in either direction are guessed first. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
const walks = rows.flatMap((row) => [row, [...row].reverse().join('')])

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unmasked = (text: string): string => text.replaceAll(/[0134579@$!]/g, (sign) => lookalikes[sign] ?? sign)

const isWordLike = (text: string): boolean => commonWords.has(text) || commonWords.has(unmasked(text))

/** One or two common words, perhaps doubled, with at most four digits or signs before and six behind. */
const isDecoratedWord = (text: string): boolean => {
  for (let front = 0; front <= 4 && /^[^a-z]*$/.test(text.slice(0, front)); front += 1) {
    for (let back = text.length; back >= text.length - 6 && /^[^a-z]*$/.test(text.slice(back)); back -= 1) {
      const core = text.slice(front, back)
      if (core.length >= 3 && (isWordLike(core) || isTwoWords(core))) return true
    }
  }
  return false
}

const isTwoWords = (core: string): boolean => {
  if (core.length > 12) return false
  for (let at = 3; at <= core.length - 3; at += 1) {
    if (isWordLike(core.slice(0, at)) && isWordLike(core.slice(at).replace(/^[-_. ]/, ''))) return true
  }
  return false
}

/** `aaaaaaaa`, `abcabcabc`, `12121212`. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+.?$/su.test(text)

/** Made of pieces of keyboard rows or the alphabet, each at least four long: `12345678`, `qwerty1234`, `abcd4321`. */
const isWalk = (text: string): boolean => {
  let at = 0
  while (at < text.length) {
    let length = Math.min(text.length - at, 26)
    while (length >= 4 && !walks.some((walk) => walk.includes(text.slice(at, at + length)))) length -= 1
    if (length < 4) return text.length - at <= 1 && at > 0
    at += length
  }
  return true
}

/** `19870412`, `12041987`, `04/12/1987`, `1987-1987`. */
const isDate = (text: string): boolean => {
  const digits = text.replaceAll(/[-/. ]/g, '')
  return /^(?:(?:19|20)\d{2}[01]\d[0-3]\d|[0-3]\d[0-3]\d(?:19|20)\d{2}|(?:(?:19|20)\d{2}){2})$/.test(digits)
}

const listFile = join(import.meta.dirname, 'common-passwords.txt.gz')

let leaked: ReadonlySet<string> | undefined

/** The leaked passwords of the list, which says where it comes from; read at the first password that is set. */
export const leakedPasswords = (): ReadonlySet<string> => {
  leaked ??= new Set(gunzipSync(readFileSync(listFile)).toString().split('\n---\n')[1]?.split('\n').filter(Boolean))
  return leaked
}

/**
 * Whether a password is among those tried first (ASVS 6.2.4): one of the 10,000 most common of leaked lists, or a common
 * word with the ways people decorate it. None is refused for lack of digits or signs.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.normalize('NFKC').trim().toLowerCase()
  const isMadeUp = isRepetition(text) || isWalk(text) || isDate(text) || isWordLike(text) || isDecoratedWord(text)
  return isMadeUp || leakedPasswords().has(text)
}
