// @module-tag bothEngines
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import type { AppServices } from '../context.ts'
import { keepBackups } from './keep-backups.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose database returns the next of `answers` for each backup. */
const keeping = (engine: 'embedded' | 'postgres', answers: (string | Error)[] = []) => {
  const logged: object[] = []
  const backup = vi.fn(async () => {
    const answer = answers.shift() ?? 'somewhere'
    if (answer instanceof Error) throw answer
    return answer
  })
  const log = { info: (facts: object) => void logged.push(facts), error: (facts: object) => void logged.push(facts) }
  return { job: keepBackups({ db: { engine, backup } } as unknown as AppServices, log), backup, logged }
}

it('the server makes a backup an hour after the start and then every day, even after one failed', async () => {
  const full = new Error('The disk is full')
  const { job, backup, logged } = keeping('embedded', ['first', full, 'third'])
  await vi.advanceTimersByTimeAsync(hourMs - 1)
  expect(backup).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(logged).toEqual([{ path: 'first' }])
  await vi.advanceTimersByTimeAsync(47 * hourMs)
  expect(logged).toEqual([{ path: 'first' }, { err: full }, { path: 'third' }])
  job.close()
  await vi.advanceTimersByTimeAsync(100 * hourMs)
  expect(backup).toHaveBeenCalledTimes(3)
})

it('no backups are made after closing, nor on PostgreSQL, which has its own tools', async () => {
  const closed = keeping('embedded')
  closed.job.close()
  const postgres = keeping('postgres')
  await vi.advanceTimersByTimeAsync(100 * hourMs)
  for (const { backup } of [closed, postgres]) expect(backup).not.toHaveBeenCalled()
})
