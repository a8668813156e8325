import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app does it: HMAC-SHA-1, 6 digits, a new code every 30 seconds. */
const stepMs = 30_000
const digits = 6
/** Clocks of phones may be one step behind or ahead. */
const drift = 1

/** The number of the 30 seconds that contain an instant. */
const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/** The code of one step (RFC 4226, section 5.3). */
const codeOfStep = (secret: Buffer, step: number, length: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The code that an app shows at an instant. */
export const codeAt = (secret: Buffer, now: Date, length = digits): string => codeOfStep(secret, stepAt(now), length)

/** The time step of a currently valid code, else null. Compares with every step, so that timing reveals nothing. */
export const stepOfCode = (secret: Buffer, code: string, now: Date): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  let found: number | null = null
  for (let step = stepAt(now) - drift; step <= stepAt(now) + drift; step += 1) {
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step, digits)), Buffer.from(code))) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The bytes of a text that `toBase32` wrote. */
export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new secret of 160 bits, as long as the hash (RFC 4226, section 4). */
export const newAppSecret = (): string => toBase32(randomBytes(20))

/** The address that an app reads from the QR code. */
export const appUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
