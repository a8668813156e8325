import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'

/** Channel on which every server process hears which sessions ended; the socket hub closes theirs. */
export const sessionsChannel = 'live_sessions'

export interface SessionsEnded {
  readonly sessionHashes: readonly string[]
}

const perMessage = 100

/** Says at the commit that these sessions ended or lost their organisation. */
export const announceSessionEnd = async (tx: Tx, sessionHashes: readonly string[]): Promise<void> => {
  for (let from = 0; from < sessionHashes.length; from += perMessage) {
    const message: SessionsEnded = { sessionHashes: sessionHashes.slice(from, from + perMessage) }
    await notify(tx, sessionsChannel, JSON.stringify(message))
  }
}
