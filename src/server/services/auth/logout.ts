import type { AppServices } from '../../context.ts'
import { endSession } from '../sessions/end-sessions.ts'
import { secretHash } from '../sessions/session-secret.ts'

/** Ends the session of a cookie's value, with its tokens and sockets; signing out twice is no error. */
export const logout = (app: AppServices, secret: string | null): Promise<void> =>
  secret === null ? Promise.resolve() : app.db.withSystem((tx) => endSession(tx, secretHash(secret)))
