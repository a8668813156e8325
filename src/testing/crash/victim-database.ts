import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../data-folder.ts'
import { startPostgres } from '../start-postgres.ts'

/** The database of a process that a crash test kills. */
export interface VictimDatabase {
  /** Where that process finds it. */
  readonly settings: Readonly<Record<'DATA_DIR' | 'DATABASE_URL' | 'MIGRATION_DATABASE_URL', string>>
  /** Kills the processes of the database in the same moment. The embedded one has none of its own. */
  kill(): void
  /** After a kill: waits until the processes are gone, mends what `mend` mends, and starts the database. Otherwise nothing. */
  revive(mend?: () => void): Promise<void>
  remove(): Promise<void>
}

export type VictimEngine = 'embedded' | 'postgres'

/** The engine that the command names with `--postgres`, and its `--rounds`. */
export const crashOptions = (usualRounds: number): { readonly rounds: number; readonly engine: VictimEngine } => {
  const flag = process.argv.indexOf('--rounds')
  return {
    rounds: flag > 0 ? Number(process.argv[flag + 1]) : usualRounds,
    engine: process.argv.includes('--postgres') ? 'postgres' : 'embedded',
  }
}

/** Kills and starts a database, and remembers whether it was killed. */
const mortal = (kill: () => Promise<void>, start: () => Promise<void>): Pick<VictimDatabase, 'kill' | 'revive'> => {
  let gone: Promise<void> | null = null
  return {
    kill: () => {
      gone = kill()
    },
    revive: async (mend) => {
      if (!gone) return
      await gone
      gone = null
      mend?.()
      await start()
    },
  }
}
const nothing = async (): Promise<void> => undefined

/**
 * An empty database in a folder of its own below `under`. The process opens it: on PostgreSQL it brings the schema up to date too.
 * `isDurable` has PostgreSQL wait for the disk; the embedded database always does.
 */
export const victimDatabase = async (
  engine: VictimEngine,
  { under, isDurable = false }: { readonly under?: string; readonly isDurable?: boolean } = {},
): Promise<VictimDatabase> => {
  if (engine === 'embedded') {
    const folder = under ? join(under, 'data') : testFolder('scheduler-victim-')
    const settings = { DATA_DIR: folder, DATABASE_URL: '', MIGRATION_DATABASE_URL: '' }
    return {
      settings,
      ...mortal(nothing, nothing),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const { serverUrl, ownerUrl, kill, start, stop } = await startPostgres({ ...(under && { under }), isDurable })
  const settings = { DATA_DIR: '', DATABASE_URL: serverUrl, MIGRATION_DATABASE_URL: ownerUrl }
  return { settings, ...mortal(kill, start), remove: stop }
}
