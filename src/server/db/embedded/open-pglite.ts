import { existsSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { assertOpenable, fsyncPath, fsyncTree } from './data-directory.ts'
import { assertCommitsReachDisk, DurableFileSystem } from './durable-file-system.ts'
import { fullDisk, RoomGuard } from './room-guard.ts'
import type { WorkerSettings } from './worker-messages.ts'

const asText = (value: string) => value

const bytesOf = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length / 2 - 1)
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex')
  return bytes
}

/** Drizzle reads dates from their text; Drizzle itself configures node-postgres in the same way. */
const parsers: PGliteOptions['parsers'] = {
  ...Object.fromEntries(
    [types.TIMESTAMP, types.TIMESTAMPTZ, types.DATE, types.INTERVAL, 1115, 1182, 1185, 1187, 1231].map((oid) => [
      oid,
      asText,
    ]),
  ),
  [types.BYTEA]: bytesOf,
}

/** PGlite writes byte after byte, which takes seconds for a file of 5 MB, and nobody else can use the database meanwhile. */
const serializers: PGliteOptions['serializers'] = {
  [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
}

const converters = { parsers, serializers }

const openDirectory = async (directory: string, archive: string | null): Promise<PGlite> => {
  const files = new DurableFileSystem(directory)
  const loadDataDir = archive ? await openAsBlob(archive, { type: 'application/x-gzip' }) : undefined
  const pg = await PGlite.create({ fs: files, ...converters, loadDataDir, startParams: DurableFileSystem.startParams })
  await assertCommitsReachDisk(pg, files)
  return pg
}

/**
 * Builds a database under a temporary name and renames it when it is complete, so that a half-made one is never opened. A
 * database that cannot be completed is removed, so that it takes no room.
 */
const buildDirectory = async (directory: string, unfinished: string, archive: string | null): Promise<void> => {
  rmSync(unfinished, { recursive: true, force: true })
  try {
    const pg = await openDirectory(unfinished, archive)
    await pg.exec('checkpoint')
    await pg.close()
    fsyncTree(unfinished)
  } catch (error) {
    const cause = explained(error, unfinished)
    rmSync(unfinished, { recursive: true, force: true })
    throw cause
  }
  renameSync(unfinished, directory)
  fsyncPath(dirname(directory))
}

/** PGlite's error for a write without room does not name the reason. */
const explained = (error: unknown, directory: string): unknown =>
  new RoomGuard(dirname(directory)).hasRoom() ? error : fullDisk(error)

/** Opens the database of the settings, and builds it first when it does not exist. */
export const openPglite = async ({ directory, unfinished, archive }: WorkerSettings): Promise<PGlite> => {
  if (directory === null || unfinished === null) {
    const loadDataDir = archive ? await openAsBlob(archive) : undefined
    return PGlite.create({ dataDir: 'memory://', ...converters, loadDataDir })
  }
  assertOpenable(directory)
  if (!existsSync(directory)) await buildDirectory(directory, unfinished, archive)
  return openDirectory(directory, null).catch((error: unknown) => {
    throw explained(error, directory)
  })
}
