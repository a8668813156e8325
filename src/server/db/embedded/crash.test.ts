// @module-tag rest
// @module-tag once
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killLoop } from '#testing/crash/kill-loop.ts'
import { runWriter } from '#testing/crash/run-writer.ts'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { envOfChildren } from '#testing/test-clock.ts'

test('a killed database loses no acknowledged write and always opens again (3 rounds; kill-loop.ts runs more)', async () => {
  const result = await killLoop(3)
  expect(result).toMatchObject({ rounds: 3, lost: 0, unopenable: 0 })
  expect(result.acknowledged).toBeGreaterThan(0)
}, 240_000)

test('a second server is refused within 2 s without harm, and a killed server leaves the directory free', async () => {
  const dataDir = testFolder('scheduler-lock-')
  const database = { settings: { DATA_DIR: dataDir, DATABASE_URL: '', MIGRATION_DATABASE_URL: '' } }
  await copyDatabaseInto(dataDir)
  const writer = join(import.meta.dirname, '../../../testing/crash/writer.ts')
  const holder = spawn(process.execPath, [writer, 'hold'], {
    env: { ...process.env, ...envOfChildren, ...database.settings },
  })
  try {
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    const livesMs: number[] = []
    for (let round = 0; round < 2; round += 1) {
      const second = await runWriter(database, 'write', null)
      expect(second).toMatchObject({ exitCode: 1, found: null })
      expect(second.errors).toContain('Another server is already using')
      livesMs.push(second.lifeMs)
    }
    // Measured beyond the time any process takes here to load the same program: the machine may be slow or busy.
    const { lifeMs: loadMs } = await runWriter(database, 'load', null)
    expect(Math.min(...livesMs) - loadMs).toBeLessThan(2_000)
    const gone = new Promise((resolve) => holder.once('exit', resolve))
    holder.kill('SIGKILL')
    await gone
    expect(await runWriter(database, 'count', null)).toMatchObject({ exitCode: 0, found: 0 })
  } finally {
    holder.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
