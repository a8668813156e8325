import { codeAt, fromBase32 } from '#server/services/credentials/totp.ts'
import type { TestServer } from '../server-harness.ts'
import type { Actor } from './build-user.ts'

/** The code that an authenticator app with this secret shows at an instant. */
export const appCode = (appSecret: string, at: Date): string => codeAt(fromBase32(appSecret), at)

/** An authenticator app. Each code is accepted once, so the clock advances after it. */
export interface TestApp {
  readonly appSecret: string
  readonly recoveryCodes: readonly string[]
  code(): string
}

/** Turns two-factor authentication on for a signed-in actor, and advances the clock past the code that confirmed it. */
export const turnOnSecondFactor = async (server: TestServer, actor: Actor, password: string): Promise<TestApp> => {
  const me = server.as(actor)
  const { appSecret } = (await me.post('/users/me/second-factor', { currentPassword: password })).body
  const code = () => appCode(appSecret, server.clock.now())
  const { status, body } = await me.post('/users/me/second-factor/confirmation', { code: code() })
  if (status !== 200) throw new Error(`Two-factor authentication was not turned on: ${JSON.stringify(body)}`)
  server.clock.advance(30_000)
  return { appSecret, recoveryCodes: body.recoveryCodes, code }
}
