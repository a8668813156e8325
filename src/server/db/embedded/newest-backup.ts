import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The newest finished backup of a folder; their names are instants, so they sort by age. */
export const newestBackup = (folder: string): { at: Date; bytes: number } | null => {
  if (!existsSync(folder)) return null
  const name = readdirSync(folder)
    .filter((file) => file.endsWith('.tar.gz'))
    .sort()
    .at(-1)
  if (name === undefined) return null
  const { mtime, size } = statSync(join(folder, name))
  return { at: mtime, bytes: size }
}
