import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text for cookies, headers and URLs. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret. Plain SHA-256 is enough for 256 random bits. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const lifetimeMs = 24 * 3_600_000

/** The token of a one-time link: shown once, stored as its hash, valid for 24 hours or as long as given. */
export const makeLinkToken = (
  now: Date,
  validMs = lifetimeMs,
): { token: string; tokenHash: string; expiresAt: Date } => {
  const token = newSecret()
  return { token, tokenHash: secretHash(token), expiresAt: new Date(now.getTime() + validMs) }
}
