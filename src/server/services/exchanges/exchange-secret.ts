import type { AddressSignIn } from '#contract/exchange.ts'
import type { AppServices } from '../../context.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import { ExchangeProblem } from '../../exchange/exchange-problem.ts'
import { openText, sealText } from '../credentials/sealed-text.ts'

/** An address with its sign-in. */
export interface SignedIn {
  readonly url: string
  readonly signIn: AddressSignIn
}

const nameOf = ({ signIn }: SignedIn): string =>
  signIn.kind === 'header' ? `the value of the header ${signIn.header}` : 'the password'

/** A stored secret is for one origin and one way to sign in: else a change of the address would send it elsewhere. */
const isForSame = (before: SignedIn | null, after: SignedIn): boolean =>
  before !== null &&
  new URL(before.url).origin === new URL(after.url).origin &&
  JSON.stringify(before.signIn) === JSON.stringify(after.signIn)

const notNeeded = 'Nothing signs in with this. Choose an address with a sign-in, or leave it out.'

interface Kept {
  /** null = it had no address. */
  readonly before: SignedIn | null
  /** The stored form of the secret for it; null = none. */
  readonly stored: string | null
}

/**
 * The stored form of the secret of an address: the given one, or else the one that is stored for the same host and sign-in. null for a
 * place without a sign-in. 422 when it is missing, 400 when there is nothing to sign in to. `ownerId` is the id of the data source or export:
 * only for it, the text opens again.
 */
export const secretToStore = (
  app: AppServices,
  after: SignedIn | null,
  {
    given,
    kept,
    ownerId,
  }: { readonly given: string | undefined; readonly kept: Kept | null; readonly ownerId: string },
): string | null => {
  if (after === null || after.signIn.kind === 'none') {
    if (given !== undefined) throw new ValidationError([{ path: 'secret', message: notNeeded }])
    return null
  }
  if (given !== undefined) return sealText(given, { secretsKey: app.secretsKey, owner: ownerId })
  if (!kept?.stored) throw new RuleError(`Enter ${nameOf(after)}.`)
  if (isForSame(kept.before, after)) return kept.stored
  throw new RuleError(`Enter ${nameOf(after)} again. It was stored for another address or another sign-in.`)
}

/** The secret itself; null = none. Throws `ExchangeProblem` when it was stored with another SECRETS_KEY. */
export const openSecret = (app: AppServices, stored: string | null, ownerId: string): string | null => {
  if (stored === null) return null
  try {
    return openText(stored, { secretsKey: app.secretsKey, owner: ownerId })
  } catch {
    throw new ExchangeProblem('The stored password cannot be read. Enter it again.')
  }
}
