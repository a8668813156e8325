import { ValidationError } from '../../errors.ts'
import { isCommonPassword } from '../auth/common-passwords.ts'

/** Throws when a new password is one of those that are tried first, or the person's own e-mail or name. */
export const refuseWeakPassword = (password: string, path: string, owner: { email: string; name: string }): void => {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const own = [owner.email, owner.email.split('@')[0], owner.name].map((text) => text?.trim().toLowerCase())
  if (!isCommonPassword(password) && !own.includes(plain)) return
  throw new ValidationError([{ path, message: 'This password is too common. Choose another one.' }])
}
