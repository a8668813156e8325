import { expect, test } from 'vitest'
import { needsSealing, openText, sealText } from './sealed-text.ts'

const secretsKey = 'a key of an installation, 32 long'
const owner = 'c1d0a3f2'
const text = 'JBSWY3DPEHPK3PXP'

test('a sealed text does not contain the text, differs each time, and opens with its key', () => {
  const [one, other] = [sealText(text, { secretsKey, owner }), sealText(text, { secretsKey, owner })]
  expect(one).not.toBe(other)
  expect(one).not.toContain(text)
  expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain(text)
  expect(openText(one, { secretsKey, owner })).toBe(text)
})

test('a sealed text does not open with another key, without one, for another owner, or changed', () => {
  const sealed = sealText(text, { secretsKey, owner })
  const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`
  for (const [stored, lock] of [
    [sealed, { secretsKey: `${secretsKey}!`, owner }],
    [sealed, { secretsKey: undefined, owner }],
    [sealed, { secretsKey, owner: 'somebody else' }],
    [changed, { secretsKey, owner }],
  ] as const) {
    expect(() => openText(stored, lock)).toThrow('SECRETS_KEY')
  }
})

test('a text that was stored without a key opens with one, and is to be sealed', () => {
  const plain = sealText(text, { secretsKey: undefined, owner })
  expect(openText(plain, { secretsKey, owner })).toBe(text)
  expect(needsSealing(plain, secretsKey)).toBe(true)
  expect(needsSealing(plain, undefined)).toBe(false)
  expect(needsSealing(sealText(text, { secretsKey, owner }), secretsKey)).toBe(false)
})
