import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { readSources, type SourceFile } from './read-sources.ts'
import { fakeClock } from './server-harness.ts'
import { envOfChildren, testStart } from './test-clock.ts'

/** The time before the imports of this file could set the clock. */
const firstMs = vi.hoisted(() => Date.now())
afterEach(() => void vi.useRealTimers())

/** No test file takes longer. */
const startMs = Date.parse(testStart)
const expectTestTime = (ms: number): void => {
  expect(ms).toBeGreaterThanOrEqual(startMs)
  expect(ms).toBeLessThan(startMs + hourMs)
}

describe('the clock of the tests', () => {
  it('the clock begins at the same instant whenever the tests run, with every way to read it', () => {
    for (const at of [firstMs, Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()) + 999])
      expectTestTime(at)
    expect(fakeClock().now().getTime()).toBe(startMs)
  })

  it('the clock advances, and does not change given dates', async () => {
    const beforeMs = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(Date.now()).toBeGreaterThan(beforeMs)
    const given = new Date('2027-03-14T01:30:00Z')
    expect(given.toISOString()).toBe('2027-03-14T01:30:00.000Z')
    expect(given).toBeInstanceOf(Date)
    expect(structuredClone(given)).toBeInstanceOf(Date)
    expect(given.constructor).toBe(Date)
  })

  it('the clock is restored after a test with fake timers', () => {
    vi.useFakeTimers({ now: 0 })
    expect(Date.now()).toBe(0)
    vi.useRealTimers()
    expectTestTime(Date.now())
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(Date.now()).toBe(0)
    clock.mockRestore()
    expectTestTime(Date.now())
  })

  it('child processes use the clock, with the whole environment or only with their own variables', () => {
    for (const env of [process.env, { PATH: process.env.PATH, ...envOfChildren }]) {
      expectTestTime(Number(execFileSync('node', ['--print', 'Date.now()'], { env })))
    }
  })

  it('threads without inherited flags use the clock', async () => {
    const source = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(Date.now())'
    const thread = new Worker(new URL(`data:text/javascript,${source}`), { execArgv: [] })
    const [reply] = await once(thread, 'message')
    expectTestTime(reply)
  })
})

describe('every test uses the clock of the tests', () => {
  const sources = readSources()
  const isTest = ({ path }: SourceFile) => /\.(test|e2e)\.tsx?$/.test(path) || /^(src\/testing|e2e)\//.test(path)
  const tests = sources.filter((source) => isTest(source) && source.path !== 'src/testing/test-clock.test.ts')
  const pathsOf = (files: readonly SourceFile[]) => files.map(({ path }) => path)

  it('every test project loads the clock first', () => {
    const config = readFileSync(join(import.meta.dirname, '../../vite.config.ts'), 'utf8')
    const [forAll, projects] = config.slice(config.indexOf('  test: {')).split('projects: [')
    expect(forAll).toMatch(/execArgv: \[`--import=.*src\/testing\/test-clock\.ts'/)
    const names = [...(projects ?? '').matchAll(/\bname: '/g)]
    expect(names.length).toBeGreaterThan(2)
    expect([...(projects ?? '').matchAll(/\bextends: true/g)]).toHaveLength(names.length)
    expect(projects).not.toContain('execArgv')
  })

  it('the clock is set by the start of the journeys and by the one function that opens their pages', () => {
    const importing = (imported: string) => pathsOf(sources.filter(({ imports }) => imports.includes(imported)))
    expect(importing('src/testing/test-clock.ts')).toEqual(
      expect.arrayContaining(['e2e/playwright.config.ts', 'e2e/support/journey.ts']),
    )
    const journeys = sources.filter(({ path }) => path.endsWith('.e2e.ts'))
    expect(pathsOf(journeys.filter(({ imports }) => imports.includes('@playwright/test')))).toEqual([])
  })

  it('every process that a test starts receives the clock', () => {
    const own = /\benv(?::| =) \{(?![^}]*(?:\.\.\.process\.env|\.\.\.envOfChildren))[^}]*\}/
    // The start script runs on any Node of the machine, even one too old to load the clock. It uses no dates.
    const startScript = 'src/server/cli/start.test.ts'
    const starting = tests.filter(({ path, imports }) => imports.includes('node:child_process') && path !== startScript)
    expect(pathsOf(starting.filter(({ text }) => own.test(text)))).toEqual([])
  })

  it("no test reads the machine's clock, and the product does not know the test clock", () => {
    expect(pathsOf(tests.filter(({ text }) => /\btimeOrigin\b|\bTemporal\.Now\b/.test(text)))).toEqual([])
    const product = sources.filter((source) => !isTest(source))
    expect(pathsOf(product.filter(({ text }) => /TEST_CLOCK|test-clock/.test(text)))).toEqual([])
  })
})
