// @module-tag once
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressReader, callerAddress } from './caller-address.ts'

const asked = (headers: Record<string, string>, remoteAddress = '10.0.0.5') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const forwarded = (...entries: string[]) => asked({ 'x-forwarded-for': entries.join(', ') })

describe('the address of a caller', () => {
  it('is the address of the connection when no proxy adds a header', () => {
    for (const proxies of [0, 1, 2]) expect(callerAddress(asked({}), proxies)).toBe('10.0.0.5')
  })

  it('is the entry of the trusted proxy, even when the caller sent other entries', () => {
    const forged = ['1.1.1.1', '2.2.2.2', '3.3.3.3', '203.0.113.9']
    expect(callerAddress(forwarded(...forged), 1)).toBe('203.0.113.9')
    expect(callerAddress(forwarded(...forged, '10.0.0.4'), 2)).toBe('203.0.113.9')
    expect(callerAddress(forwarded('2001:db8::7'), 1)).toBe('2001:db8::7')
  })

  it('is the leftmost entry when fewer proxies were passed than are trusted', () => {
    expect(callerAddress(forwarded('203.0.113.9'), 3)).toBe('203.0.113.9')
  })

  it('is unknown when an untrusted proxy adds a header', () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      expect(callerAddress(asked({ [name]: '203.0.113.9' }), 0), name).toBeNull()
    }
    expect(callerAddress(asked({ forwarded: 'for=203.0.113.9' }), 1)).toBeNull()
  })

  it('is unknown when the trusted proxy names no address', () => {
    for (const entry of ['unknown', '203.0.113.9:5555', 'x'.repeat(5_000)]) {
      expect(callerAddress(forwarded('1.1.1.1', entry), 1)).toBeNull()
    }
    expect(callerAddress(asked({ 'x-forwarded-for': ' , ' }), 1)).toBeNull()
  })

  it('causes one warning when it is unknown', () => {
    const warnings: string[] = []
    const addressOf = addressReader(0, (message) => warnings.push(message))
    addressOf(asked({}))
    expect(warnings).toEqual([])
    for (let count = 0; count < 3; count += 1) addressOf(forwarded('203.0.113.9'))
    expect(warnings).toEqual([expect.stringContaining('Set TRUSTED_PROXIES')])
  })
})
