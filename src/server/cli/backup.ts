/** `npm run backup`: makes a backup of the embedded database of a stopped server; a running one makes its own every day. */
import { openDatabase } from '../db/open-database.ts'
import { readEnv } from '../env.ts'

try {
  const { DATA_DIR, DATABASE_URL } = readEnv()
  if (DATABASE_URL) throw new Error('DATABASE_URL is set: back PostgreSQL up with its own tools (pg_dump).')
  const db = await openDatabase({ DATA_DIR }).catch((error: unknown) => {
    if (!String(error).includes('Another server is already using')) throw error
    throw new Error(
      `A server is using ${DATA_DIR}. It makes a backup every day, in ${DATA_DIR}/backups; stop it to make one now.`,
    )
  })
  try {
    console.log(`Made ${await db.backup()}. Of the backups the newest three are kept.`)
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
