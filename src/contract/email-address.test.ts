import { describe, expect, it } from 'vitest'
import { EmailAddress, emailProblem, isWellFormed } from './email-address.ts'

const invalid = 'Please enter a valid email address'
const mistakable = 'This address mixes alphabets, or has letters that look like others. Type it again.'

describe('an e-mail address', () => {
  it.each([
    'a@x.example',
    "o'neil+tag_1@sub.x-y.example",
    'ANA@X.EXAMPLE',
    '1@1.example',
    'müller@münchen.example',
    'łukasz.żółć@x.example',
    'почта@пример.example',
    'δοκιμή@παράδειγμα.example',
    '山田@例え.テスト',
    '홍길동@예시.example',
    'a@xn--mnchen-3ya.example',
  ])('an e-mail address is accepted unchanged: %s', (email) => {
    expect(EmailAddress.parse(` ${email} `)).toBe(email)
  })

  it.each([
    'a@x.example>',
    '<a@x.example',
    'Ana <a@x.example>',
    'a@x.example,b@x.example',
    'a@x.example;b',
    'a b@x.example',
    '"a b"@x.example',
    'a(comment)@x.example',
    'a@x',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@-x.example',
    'a@x-.example',
    'a@x..example',
    'a@x.example.',
    '.a@x.example',
    'a.@x.example',
    'a..b@x.example',
    'a@b@x.example',
    '@x.example',
    'a@',
    'a',
    '',
    'a\\@x.example',
    'a@x.exam ple',
    'a@x.example\nBcc: b@x.example',
    'a\u0000@x.example',
    'a\u200b@x.example',
    'a\u202e@x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'x'.repeat(64)}.example`,
    `a@${'x.'.repeat(130)}example`,
  ])('an e-mail address that is invalid is refused: %j', (email) => {
    expect(emailProblem(email)).toBe(invalid)
  })

  it.each([
    ['ａｎａ@x.example', 'ana@x.example'],
    ['ana@ｘ.example', 'ana@x.example'],
    ['ana＠x.example', 'ana@x.example'],
    ['ana@x。example', null],
    ['𝐚𝐧𝐚@x.example', 'ana@x.example'],
    ['ﬁnn@x.example', 'finn@x.example'],
    ['mu\u0308ller@x.example', 'müller@x.example'],
  ])('an e-mail address in another Unicode form is refused, with the plain form: %s', (email, plain) => {
    expect(emailProblem(email)).toBe(plain === null ? invalid : `Use ordinary letters and signs: ${plain}`)
  })

  it.each([
    ['Cyrillic a among Latin letters', 'аna@x.example'],
    ['Cyrillic o in the domain', 'ana@nоrthwind.example'],
    ['Greek o in the domain', 'ana@nοrthwind.example'],
    ['only look-alikes in the domain', 'ana@орех.example'],
    ['only look-alikes before the @', 'сор@x.example'],
    ['a Latin letter for phonetics', 'ɑna@x.example'],
    ['an i without its dot', 'pınar@x.example'],
    ['a letter of an unknown alphabet', 'ᎪᎪ@x.example'],
  ])('an e-mail address that could be mistaken for another one is refused: %s', (_, email) => {
    expect(emailProblem(email)).toBe(mistakable)
  })

  it('the refusal of an e-mail address gives the reason', () => {
    const messageOf = (email: string) => EmailAddress.safeParse(email).error?.issues.map(({ message }) => message)
    expect(messageOf('a@x.example>')).toEqual([invalid])
    expect(messageOf('ａ@x.example')).toEqual(['Use ordinary letters and signs: a@x.example'])
    expect(messageOf('аna@x.example')).toEqual([mistakable])
  })

  it('an e-mail address of any length is checked quickly', () => {
    const startMs = performance.now()
    for (const part of ['a.', 'a', '-', '@', 'х', 'a-']) isWellFormed(`${part.repeat(200_000)}@x.example`)
    expect(performance.now() - startMs).toBeLessThan(2_000)
  })
})
