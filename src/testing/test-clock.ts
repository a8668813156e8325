/**
 * The one clock of all tests. It begins at a fixed instant and goes on from there, and timers run as ever: no test is about
 * the day it runs on. Importing this file sets it; threads and child processes of a process that did so tell the same time.
 * `TEST_CLOCK=2026-12-31T23:30:00Z npm test` begins elsewhere.
 */
import { join } from 'node:path'

/** What Node has compiled is kept here: a start of the server takes a quarter less of the processor's time. */
export const compileCache = join(import.meta.dirname, '../../.cache/compile')

/** When the tests begin: a Wednesday morning, unless TEST_CLOCK says otherwise. */
export const testStart = process.env.TEST_CLOCK || '2026-11-18T09:00:00.000Z'

/** Moves `Date` of this realm by so much, in Node and in a page; moved once, it stays as it is. */
export const shiftDate = (offsetMs: number): void => {
  const mark = Symbol.for('the clock of the tests')
  if (Reflect.has(globalThis, mark)) return
  Reflect.set(globalThis, mark, offsetMs)
  const machineDate = Date
  const machineNow = Date.now.bind(Date)
  const now = () => machineNow() + offsetMs
  const testDate = new Proxy(machineDate, {
    construct: (target, values, kind) => Reflect.construct(target, values.length === 0 ? [now()] : values, kind),
    apply: () => new machineDate(now()).toString(),
  })
  machineDate.now = now
  machineDate.prototype.constructor = testDate
  globalThis.Date = testDate
}

const offsetFromStart = (): number => {
  const startMs = Date.parse(testStart)
  if (Number.isNaN(startMs)) throw new Error(`TEST_CLOCK is not an instant: ${testStart}`)
  return startMs - Date.now()
}

/** How far this process is from the machine's clock; what started it may have said so. */
export const clockOffsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? offsetFromStart())

/** For the environment of a child process that does not get the whole of this one: the clock, and what others have compiled. */
export const envOfChildren = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
  NODE_OPTIONS: `--import=${import.meta.url}`,
  TEST_CLOCK_OFFSET_MS: String(clockOffsetMs),
} as const

shiftDate(clockOffsetMs)
Object.assign(process.env, envOfChildren)
