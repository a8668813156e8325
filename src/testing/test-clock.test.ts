import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeClock } from './fake-clock.ts'
import { clockOfChildren, testStart } from './test-clock.ts'

afterEach(() => void vi.useRealTimers())

/** No test file takes longer. */
const hourMs = 3_600_000
const startMs = Date.parse(testStart)
const expectTestTime = (ms: number): void => {
  expect(ms).toBeGreaterThanOrEqual(startMs)
  expect(ms).toBeLessThan(startMs + hourMs)
}

describe('the clock of the tests', () => {
  it('begins at the same instant whenever the tests run, whichever way it is asked', () => {
    for (const at of [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()) + 999]) expectTestTime(at)
    expect(fakeClock().now().getTime()).toBe(startMs)
  })

  it('goes on, and leaves dates that are given as they are', async () => {
    const beforeMs = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(Date.now()).toBeGreaterThan(beforeMs)
    const given = new Date('2027-03-14T01:30:00Z')
    expect(given.toISOString()).toBe('2027-03-14T01:30:00.000Z')
    expect(given).toBeInstanceOf(Date)
    expect(structuredClone(given)).toBeInstanceOf(Date)
    expect(given.constructor).toBe(Date)
  })

  it('is there again after a test has taken time into its own hands', () => {
    vi.useFakeTimers({ now: 0 })
    expect(Date.now()).toBe(0)
    vi.useRealTimers()
    expectTestTime(Date.now())
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(Date.now()).toBe(0)
    clock.mockRestore()
    expectTestTime(Date.now())
  })

  it('is told by child processes, with the whole environment or only with what is meant for them', () => {
    for (const env of [process.env, { PATH: process.env.PATH, ...clockOfChildren }]) {
      expectTestTime(Number(execFileSync('node', ['--print', 'Date.now()'], { env })))
    }
  })

  it('is told by threads that take over no flags', async () => {
    const source = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(Date.now())'
    const thread = new Worker(new URL(`data:text/javascript,${source}`), { execArgv: [] })
    const [told] = await once(thread, 'message')
    expectTestTime(told)
  })
})
