import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text fit for cookies, headers and URLs. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret; plain SHA-256 is enough for 256 random bits. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
