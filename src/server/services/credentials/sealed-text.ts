import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const sealedMark = 'v1.'
const plainMark = 'plain.'

const keyOf = (secretsKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'scheduler second factors', 32))

interface Lock {
  /** The key of the installation. Without one, the text is stored in plain form. */
  readonly secretsKey: string | undefined
  /** The owner of the text. A sealed text opens only for the same owner. */
  readonly owner: string
}

/** The stored form of a text that has to be read again. */
export const sealText = (text: string, { secretsKey, owner }: Lock): string => {
  if (secretsKey === undefined) return `${plainMark}${text}`
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(secretsKey), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${sealedMark}${sealed.toString('base64url')}`
}

/** The text of a stored form. Throws when it was sealed with another key. */
export const openText = (stored: string, { secretsKey, owner }: Lock): string => {
  if (stored.startsWith(plainMark)) return stored.slice(plainMark.length)
  try {
    if (secretsKey === undefined) throw new Error('There is no SECRETS_KEY')
    const sealed = Buffer.from(stored.slice(sealedMark.length), 'base64url')
    const decipher = createDecipheriv(algorithm, keyOf(secretsKey), sealed.subarray(0, ivBytes))
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes))
    return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Error('A stored secret cannot be read: SECRETS_KEY is not the one with which it was stored', { cause })
  }
}

/** True if a stored text is not yet sealed with the installation's current key. */
export const needsSealing = (stored: string, secretsKey: string | undefined): boolean =>
  secretsKey !== undefined && stored.startsWith(plainMark)
