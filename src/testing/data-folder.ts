import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrations } from '#server/db/migration-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { hashOf } from './test-database.ts'

const memoryDisk = '/dev/shm'
const roomNeeded = 1_000_000_000

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > roomNeeded
}

/**
 * A new folder for the data of a test, in memory if there is enough. Data in memory survives the killing of a process
 * and needs no slow disk. Power loss is tested separately with a real disk.
 */
export const testFolder = (name: string): string => mkdtempSync(join(hasRoom(memoryDisk) ? memoryDisk : tmpdir(), name))

const cacheFolder = join(import.meta.dirname, '../../.cache/test-database')

/** Builds and migrates an empty embedded database once. Later runs find it by the hash of the migrations. */
const builtOnce = async (): Promise<string> => {
  const path = join(cacheFolder, `${hashOf(readMigrations())}.folder`)
  if (existsSync(path)) return path
  mkdirSync(cacheFolder, { recursive: true })
  const unfinished = `${path}.${randomUUID()}`
  await (await openDatabase({ DATA_DIR: unfinished })).close()
  try {
    renameSync(unfinished, path)
  } catch (error) {
    // Another worker built the same database first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  }
  return path
}

/** Copies an empty, migrated embedded database into a folder, for tests that do not test its creation. */
export const copyDatabaseInto = async (dataDir: string): Promise<void> => {
  cpSync(join(await builtOnce(), 'database'), join(dataDir, 'database'), { recursive: true })
}
