// @module-tag rest
// @module-tag once
import { describe, expect, test } from 'vitest'
import { killLoop } from '#testing/crash/kill-loop.ts'
import { findPostgres } from '#testing/start-postgres.ts'

describe.runIf(findPostgres())('PostgreSQL and a server that are killed', () => {
  test('lose no acknowledged write and always open again (2 rounds; kill-loop.ts runs more)', async () => {
    const result = await killLoop(2, 'postgres')
    expect(result).toMatchObject({ rounds: 2, lost: 0, unopenable: 0 })
  }, 240_000)
})
