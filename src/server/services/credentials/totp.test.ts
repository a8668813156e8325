import { describe, expect, it } from 'vitest'
import { appUri, codeAt, fromBase32, newAppSecret, stepOfCode, toBase32 } from './totp.ts'

/** RFC 6238, appendix B: the secret of its SHA-1 rows. */
const secret = Buffer.from('12345678901234567890', 'ascii')
const at = (seconds: number) => new Date(seconds * 1000)

describe('the code of an authenticator app', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s is %s, as RFC 6238 says', (seconds, code) => {
    expect(codeAt(secret, at(seconds), 8)).toBe(code)
    expect(codeAt(secret, at(seconds))).toBe(code.slice(-6))
  })

  it('is accepted one step early and one step late, and not two', () => {
    const now = 1_234_567_890
    const accepted = [-60, -30, 0, 30, 60].map((drift) => stepOfCode(secret, codeAt(secret, at(now + drift)), at(now)))
    const step = Math.floor(now / 30)
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })

  it('is six digits and nothing else', () => {
    const now = at(1_234_567_890)
    const code = codeAt(secret, now)
    for (const other of [`${code}0`, code.slice(1), ` ${code}`, '', 'abcdef', `${code}\n`, '１２３４５６']) {
      expect(stepOfCode(secret, other, now), JSON.stringify(other)).toBeNull()
    }
  })
})

describe('the secret of an authenticator app', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is written in base 32 as RFC 4648 says', (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32)
    expect(fromBase32(base32).toString()).toBe(text)
  })

  it('has 160 bits and is never the same twice', () => {
    const secrets = new Set(Array.from({ length: 1_000 }, newAppSecret))
    expect(secrets.size).toBe(1_000)
    for (const made of secrets) expect(fromBase32(made)).toHaveLength(20)
  })

  it('is part of an address that names the product and the account', () => {
    const uri = new URL(appUri('MZXW6YTB', { issuer: 'Shop & Co', account: 'a+b@example.com' }))
    expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Shop%20%26%20Co:a%2Bb%40example.com'])
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: 'MZXW6YTB', issuer: 'Shop & Co' })
  })
})
