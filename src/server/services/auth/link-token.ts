import { newSecret, secretHash } from '../sessions/session-secret.ts'

const lifetimeMs = 24 * 3_600_000

/** The token of a one-time link: shown once, stored as its hash, good for 24 hours. */
export const makeLinkToken = (now: Date): { token: string; tokenHash: string; expiresAt: Date } => {
  const token = newSecret()
  return { token, tokenHash: secretHash(token), expiresAt: new Date(now.getTime() + lifetimeMs) }
}
