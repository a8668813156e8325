import { z } from 'zod/mini'

const atomLetter = "[\\p{L}\\p{M}0-9!#$%&'*+/=?^_`{|}~-]"
/** Words of letters and signs with single dots between them, as mail servers take them without quotes. */
const localPart = new RegExp(`^${atomLetter}+(\\.${atomLetter}+)*$`, 'u')
const domainLabel = /^[\p{L}0-9](?:[\p{L}\p{M}0-9-]{0,61}[\p{L}\p{M}0-9])?$/u

/** Whether mail to this text can only go to the mailbox that it shows: no brackets, lists, comments or quotes. */
export const isWellFormed = (email: string): boolean => {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const labels = domain.split('.')
  return (
    at > 0 &&
    local.length <= 64 &&
    domain.length <= 253 &&
    localPart.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => domainLabel.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/** Letters of one alphabet, or of those that one language uses together. Of Latin those that look like no other letter. */
const alphabets = [
  /^[a-zA-ZÀ-ÖØ-öø-ÿĀ-İĲ-ķĹ-ňŊ-žǍ-ǜǞ-ǯǴǵǸ-țȞȟȦ-ȳḀ-ỿ]*$/u,
  ...[
    'Cyrillic',
    'Greek',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Ethiopic',
  ].map((script) => new RegExp(`^\\p{scx=${script}}*$`, 'u')),
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]*$/u,
]
/** Cyrillic and Greek letters that look like Latin ones. A word of nothing else is read as another word. */
const latinLookAlikes = /^[аАВеЕЅѕіІјЈКМНоОрРсСТуУхХһԁԛԝьЬѵΑΒΕΖΗΙΚΜΝΟοΡρΤΥΧνυϲϳ]+$/u

const isReadAsShown = (part: string): boolean => {
  const letters = part.replaceAll(/[^\p{L}\p{M}]/gu, '')
  return alphabets.some((alphabet) => alphabet.test(letters)) && !latinLookAlikes.test(letters)
}

/** Why an address is not taken; null = it is. Full-width letters and the like are told in the form that mail servers know. */
export const emailProblem = (email: string): string | null => {
  const plain = email.normalize('NFKC')
  if (plain !== email && isWellFormed(plain)) return `Use ordinary letters and signs: ${plain}`
  if (plain !== email || !isWellFormed(email)) return 'Please enter a valid email address'
  const [local = '', domain = ''] = [email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1)]
  return [local, ...domain.split('.')].every(isReadAsShown)
    ? null
    : 'This address mixes alphabets, or has letters that look like others. Type it again.'
}

/**
 * The e-mail address of an account, an invitation or a recipient. An address that could be mistaken for another one is refused, not
 * rewritten, because people sign in with what they typed. Accounts with other addresses, made earlier, go on signing in.
 */
export const EmailAddress = z.string().check(
  z.trim(),
  z.maxLength(320, 'Please enter a valid email address'),
  z.refine((email) => emailProblem(email) === null, {
    error: ({ input }) => emailProblem(String(input)) ?? 'Please enter a valid email address',
  }),
)
