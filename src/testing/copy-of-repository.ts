import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Folders that the copy does not need. */
const left = new Set(['node_modules', '.git', '.cache', '.data', 'dist'])

/** Runs `work` in a copy of the repository that shares its packages, and deletes the copy afterwards. `folder` is the copy. */
export async function* inCopyOfRepository<T>(work: (folder: string) => AsyncGenerator<T>): AsyncGenerator<T> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-copy-'))
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    yield* work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
