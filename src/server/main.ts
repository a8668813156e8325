import './limit-heap.ts'
import { openDatabase } from './db/open-database.ts'
import { readEnv } from './env.ts'
import { heedSignals } from './heed-signals.ts'
import { stopInOrder } from './stop-in-order.ts'

const sentenceOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EADDRINUSE' ? 'The port is taken by another program. Set PORT to another one.' : String(message)
}

const stopWith = heedSignals()
try {
  const env = readEnv()
  const opening = openDatabase(env)
  // The rest of the server is loaded while the thread of the embedded database gets ready. An error of it is thrown below.
  opening.catch(() => undefined)
  const { serve } = await import('./serve.ts')
  const served = await serve(env, await opening)
  const stop = stopInOrder(served)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      served.log.fatal({ err: error }, 'an error nobody caught: stopping')
      stop(1)
    })
  }
  stopWith(stop)
} catch (error) {
  console.error(`\nThe server did not start. ${sentenceOf(error)}\n`)
  process.exit(1)
}
