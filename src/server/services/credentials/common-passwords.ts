import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ValidationError } from '../../errors.ts'

/**
 * Words that people use for quick passwords: the first ones of published lists of leaked passwords, names, months,
 * seasons, teams, and words of this trade. Written by hand, not copied from such a list.
 */
const words = `
password passwort passw0rd passwd pass pwd admin administrator root user guest test tester testing demo default master
login welcome letmein changeme change secret private access system server computer internet windows linux google apple
samsung microsoft android iphone facebook instagram twitter youtube yahoo hotmail gmail amazon netflix tesla nokia
qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qwer qwerasdf wasd poiuytrewq
abc abcd abcdef abcdefg abcdefgh abcdefghi aaa aaaaaa iloveyou iloveu loveyou loveme love lovely lover mylove forever
sunshine princess prince dragon monkey football baseball basketball soccer hockey golf tennis rugby superman batman
spiderman ironman starwars startrek pokemon pikachu naruto minecraft fortnite nintendo playstation xbox gamer matrix
shadow hunter ranger killer ninja warrior wizard magic merlin phoenix thunder lightning storm mustang ferrari porsche
mercedes corvette camaro harley yamaha honda toyota suzuki jaguar bmw audi michael jennifer jordan thomas robert daniel
matthew joshua andrew anthony william james john david richard charles christopher brandon justin nicole jessica ashley
amanda michelle melissa elizabeth samantha stephanie alexander alexandra george andrea martin maria victoria charlie
maggie buster bailey ginger pepper cookie cheese chocolate banana orange apples peanut butter coffee summer winter
spring autumn fall january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday freedom liberty america england london paris berlin germany france canada
australia mexico brazil chelsea arsenal liverpool barcelona madrid juventus manchester united yankees cowboys steelers
lakers eagles patriots packers raiders trustno one hello hello123 whatever nothing something anything computer1 money
success business company office work working factory manufacturing production schedule scheduler planner planning
project projects operations operation shipping warehouse workshop machine machines engineer engineering quality
northwind contoso fabrikam internet1 family mother father brother sister daddy mommy baby babygirl babyboy angel angels
jesus christ heaven blessed church peace happy smile sweet sugar honey flower flowers rose diamond crystal silver golden
gold purple yellow green blue black white red pink rainbow butterfly dolphin tiger tigger lion bear wolf panther cobra
snake horse kitty kitten puppy doggie music guitar metallica nirvana slipknot eminem rockstar dancer dance singer hannah
taylor swift beyonce bigdog bigdaddy cowboy mustang1 fuckyou fuckme fuck asshole bitch sexy hottie pussy biteme redsox
supreme crazy stupid idiot loser winner player money1 lucky seven eleven twelve million dollar bitcoin crypto
correcthorse mypassword yourpassword thepassword newpassword oldpassword nopassword secretpassword temppassword temp
temporary qwert trustme fuckoff godzilla pass1word p4ssword blink182 ncc1701 thx1138 r2d2c3po 1q2w3e4r 1qaz2wsx zaq12wsx
q1w2e3r4 1q2w3e4r5t zaq1zaq1 qwe123 asd123 a1b2c3d4 abc123 123abc 1a2b3c4d q1w2e3r4t5 qweasdzxc 147258369 159753 789456
`

const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

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

const isWordLike = (text: string): boolean => commonWords.has(text) || commonWords.has(unmasked(text))

/** One or two common words, perhaps doubled, with at most four digits or signs before and six after them. */
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

const listFile = join(import.meta.dirname, 'common-passwords.txt.gz')

let leaked: ReadonlySet<string> | undefined

/** The leaked passwords of the list, which names its own source. Loaded when the first password is set. */
export const leakedPasswords = (): ReadonlySet<string> => {
  leaked ??= new Set(gunzipSync(readFileSync(listFile)).toString().split('\n---\n')[1]?.split('\n').filter(Boolean))
  return leaked
}

/**
 * Whether attackers try a password first (ASVS 6.2.4): one of the 10,000 most common leaked passwords, or a common word
 * with usual decorations. No password is refused because it has no digits or signs.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.normalize('NFKC').trim().toLowerCase()
  const isMadeUp = isRepetition(text) || isWalk(text) || isDate(text) || isWordLike(text) || isDecoratedWord(text)
  return isMadeUp || leakedPasswords().has(text)
}

/** Throws when a new password is common, or is the person's own e-mail or name. */
export const refuseWeakPassword = (password: string, path: string, owner: { email: string; name: string }): void => {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const own = [owner.email, owner.email.split('@')[0], owner.name].map((text) => text?.trim().toLowerCase())
  if (!isCommonPassword(password) && !own.includes(plain)) return
  throw new ValidationError([{ path, message: 'This password is too common. Choose another one.' }])
}
