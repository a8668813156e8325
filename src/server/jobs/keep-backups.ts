import { dayMs, hourMs } from '#domain/time/units.ts'
import type { AppServices } from '../context.ts'
import type { RunnerLog } from './runner-log.ts'

/**
 * Backs up the embedded database every day, for the first time an hour after the start; the newest three backups are
 * kept. PostgreSQL has its own tools. A failed backup is logged and tried again the next day.
 */
export const keepBackups = ({ db }: AppServices, log: RunnerLog): { close(): void } => {
  if (db.engine !== 'embedded') return { close: () => {} }
  const backup = () =>
    db.backup().then(
      (path) => log.info({ path }, 'backup written'),
      (error: unknown) => log.error({ err: error }, 'backup failed'),
    )
  const first = setTimeout(backup, hourMs).unref()
  const daily = setInterval(backup, dayMs).unref()
  return {
    close: () => {
      clearTimeout(first)
      clearInterval(daily)
    },
  }
}
