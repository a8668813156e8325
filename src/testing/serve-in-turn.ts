/**
 * Serves one database after another in the same process. Code that was compiled for the first is reused, so each further start takes a
 * quarter of the processor time. The parent process sends settings, or null to stop, and gets null or an error for each message.
 */
import { openDatabase } from '#server/db/open-database.ts'
import { readEnv } from '#server/env.ts'
import { serve } from '#server/serve.ts'
import type { Served } from '#server/stop-in-order.ts'
import { holdCompiledDatabase } from './hold-compiled-database.ts'

interface Wish {
  readonly settings: Readonly<Record<string, string>> | null
}

let served: Served | null = null

const carryOut = async ({ settings }: Wish): Promise<void> => {
  await served?.close()
  served = null
  if (settings === null) return
  const env = readEnv({ ...process.env, ...settings })
  served = await serve(env, await openDatabase(env))
}

await holdCompiledDatabase()
process.on('message', (wish: Wish) =>
  carryOut(wish).then(
    () => process.send?.(null),
    (error: unknown) => process.send?.(String(error)),
  ),
)
process.on('disconnect', () => process.exit())
process.send?.(null)
