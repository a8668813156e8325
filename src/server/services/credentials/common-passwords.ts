import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ValidationError } from '../../errors.ts'

const listFile = join(import.meta.dirname, 'common-passwords.txt.gz')

let leaked: ReadonlySet<string> | undefined

/** The leaked passwords of the list, which names its own source. Loaded when the first password is set. */
export const leakedPasswords = (): ReadonlySet<string> => {
  leaked ??= new Set(gunzipSync(readFileSync(listFile)).toString().split('\n---\n')[1]?.split('\n').filter(Boolean))
  return leaked
}

/** Rows of keyboards and the alphabet. Attackers try walks along them, in both directions, first. */
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

/** Names of this product and its demo (ASVS 6.1.2), and the seasons with which people date a password. */
const contextWords: ReadonlySet<string> = new Set(
  'schedule scheduler scheduling planner northwind contoso spring summer autumn fall winter'.split(' '),
)

/** One of the list or of these words, also with signs in place of letters. */
const isKnown = (text: string): boolean =>
  [text, unmasked(text)].some((one) => contextWords.has(one) || leakedPasswords().has(one))

/** One or two known words, perhaps doubled, with at most four digits or signs before and six after them. */
const isDecoratedWord = (text: string): boolean => {
  for (let front = 0; front <= 4 && /^[^a-z]*$/.test(text.slice(0, front)); front += 1) {
    for (let back = text.length; back >= text.length - 6 && /^[^a-z]*$/.test(text.slice(back)); back -= 1) {
      const core = text.slice(front, back)
      if (core.length >= 3 && (isKnown(core) || isTwoWords(core))) return true
    }
  }
  return false
}

const isTwoWords = (core: string): boolean => {
  if (core.length > 12) return false
  for (let at = 3; at <= core.length - 3; at += 1) {
    if (isKnown(core.slice(0, at)) && isKnown(core.slice(at).replace(/^[-_. ]/, ''))) return true
  }
  return false
}

/** `aaaaaaaa`, `abcabcabc`, `12121212`. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+.?$/su.test(text)

/** Pieces of keyboard rows or the alphabet of at least four characters: `12345678`, `qwerty1234`, `abcd4321`. */
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

/**
 * True for passwords that attackers try first (ASVS 6.2.4): the 10,000 most common leaked ones, also with common
 * prefixes and suffixes. Digits or symbols are not required.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.normalize('NFKC').trim().toLowerCase()
  return isRepetition(text) || isWalk(text) || isDate(text) || isKnown(text) || isDecoratedWord(text)
}

/** Throws when a new password is common, or is the person's own e-mail or name. */
export const refuseWeakPassword = (password: string, path: string, owner: { email: string; name: string }): void => {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const own = [owner.email, owner.email.split('@')[0], owner.name].map((text) => text?.trim().toLowerCase())
  if (!isCommonPassword(password) && !own.includes(plain)) return
  throw new ValidationError([{ path, message: 'This password is too common. Choose another one.' }])
}
