import type { AppServices } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { isStorable } from '../credentials/email.ts'
import { countSignInAttempt } from '../credentials/throttle.ts'
import { postMail } from '../records/post-mail.ts'

interface Asked {
  readonly email: string
  /** Network address of the caller. null = unknown. */
  readonly address: string | null
  readonly deviceHash: string | null
}

const answer = {
  message: 'If this email has an account, a link to set a new password is on its way. It works for one hour.',
}
const usefulMs = 3_600_000

/**
 * Asks for a link that sets a new password. Does the same work and answers the same for every e-mail: whether it has an
 * account is looked up only when the message is sent. Counts like an attempt to sign in (429). 422 on an installation
 * that sends no e-mail.
 */
export const askForPassword = async (app: AppServices, { email, ...caller }: Asked): Promise<{ message: string }> => {
  if (!app.mail) throw new RuleError('Email is not configured on this server. Contact your administrator.')
  await countSignInAttempt(app.db, { email, ...caller }, app.now())
  if (!isStorable(email)) return answer
  const expiresAt = new Date(app.now().getTime() + usefulMs)
  const post = { message: { kind: 'password', email }, aboutTenantId: null, expiresAt } as const
  await app.db.withSystem((tx) => postMail(app, tx, [post]))
  return answer
}
