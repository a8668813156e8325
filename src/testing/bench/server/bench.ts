import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { valueAt } from '#domain/value-at.ts'
import { machineLoad } from '../figures.ts'
import type { Ask, DriveResult } from './drive.ts'
import { editPlan } from './edit-plan.ts'
import type { BenchQuestion, BenchReady, Shop } from './serve-product.ts'

/** The flag with which `npm start` runs the server. */
export const memoryFlag = '--max-semi-space-size=16'

export const start = (file: string, ...args: string[]) =>
  fork(join(import.meta.dirname, file), args, {
    serialization: 'advanced',
    execArgv: [...process.execArgv, memoryFlag],
  })

export const hear = async <T>(child: ChildProcess): Promise<T> => {
  const heard = new AbortController()
  const ended = once(child, 'exit', heard).then(() => {
    throw new Error('A server of the benchmark has ended without an answer')
  })
  const [message] = await Promise.race([once(child, 'message'), ended]).finally(() => heard.abort())
  return message as T
}

/** Sends a question to the child process. One question at a time. */
export const ask = <T>(child: ChildProcess, question: BenchQuestion): Promise<T> => {
  child.send(question)
  return hear<T>(child)
}

/** The product under test in a part of the benchmark. */
export interface Bench extends BenchReady {
  readonly product: ChildProcess
  readonly roundMs: number
}

export const say = (name: string, report: string, isGood: boolean) => {
  console.log(`${isGood ? 'ok  ' : 'MISS'} ${name}: ${report}; ${machineLoad()}`)
  if (!isGood) process.exitCode = 1
}
export const ms = (value: number) => `${value.toFixed(1)} ms`
export const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`
export const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
export const pick = <T>(all: readonly T[]): T => valueAt(all, Math.floor(Math.random() * all.length))
export const isClean = ({ failed }: Pick<DriveResult, 'failed'>) => Object.keys(failed).length === 0

/** The daily work of planners: mostly reads, and one change in ten requests. */
export const work = (shop: Shop, caller: number): Ask => {
  const { sessions, projectIds } = shop
  const session = sessions[caller % sessions.length]
  const chance = Math.random()
  if (chance < 0.1) return editPlan(shop, session)
  if (chance < 0.4) return { path: `/projects/${pick(projectIds)}`, session }
  if (chance < 0.7) return { path: `/projects/${pick(projectIds)}/operations`, session }
  if (chance < 0.85) return { path: '/notifications', session }
  return { path: '/operations?tab=overdue&limit=50', session }
}
