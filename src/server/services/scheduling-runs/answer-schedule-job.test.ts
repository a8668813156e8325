import { expect, it, vi } from 'vitest'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import * as planRowsModule from '../scheduling/plan-rows.ts'
import { answerScheduleJob } from './answer-schedule-job.ts'
import type { ScheduleReply } from './schedule-messages.ts'

const snapshot = shop([project('7', [operation('Cut'), operation('Saw')])])
const job = { scope: 'all', seed: 1 } as const

const repliesTo = (engine: typeof scheduleShop, shouldStop = () => false) => {
  const replies: ScheduleReply[] = []
  answerScheduleJob(snapshot, job, { shouldStop, reply: (message) => void replies.push(message), engine })
  return replies.filter(({ kind }) => kind !== 'progress')
}

it('a schedule job answers with a plan only if the checker accepts it', () => {
  expect(repliesTo(scheduleShop).map(({ kind }) => kind)).toEqual(['plan', 'done'])
  const faulty: typeof scheduleShop = (...asked) => {
    const plan = scheduleShop(...asked)
    if ('cancelled' in plan) return plan
    // All operations run at once on a saw with the capacity 1.
    const [first] = plan.operations
    const at = { startMs: first?.startMs ?? null, endMs: first?.endMs ?? null }
    return { ...plan, operations: plan.operations.map((placed) => ({ ...placed, ...at })) }
  }
  const [answer, ...others] = repliesTo(faulty)
  expect(others).toEqual([])
  expect(answer).toMatchObject({ kind: 'violations' })
  expect(JSON.stringify(answer)).toMatch(/#7 (Cut|Saw)/)
})

it('a schedule job sends no plan whose rows differ from what the checker accepted', () => {
  const { planRows } = planRowsModule
  const made = vi.spyOn(planRowsModule, 'planRows')
  made.mockImplementation((...asked) => planRows(...asked).map((row) => ({ ...row, s: row.e, e: row.s })))
  const replies = repliesTo(scheduleShop)
  made.mockRestore()
  expect(replies).toEqual([
    { kind: 'violations', sentences: expect.arrayContaining([expect.stringMatching(/ends before it starts/)]) },
  ])
})

it('a schedule job sends its plan in parts of 500 operations', () => {
  const operations = Array.from({ length: 1_100 }, (_, number) => operation(`Cut ${number}`))
  const replies: ScheduleReply[] = []
  const reply = (message: ScheduleReply) => void replies.push(message)
  answerScheduleJob(shop([project('7', operations)]), job, { shouldStop: () => false, reply })
  const parts = replies.flatMap((message) => (message.kind === 'plan' ? [JSON.parse(message.rowsJson).length] : []))
  expect(parts).toEqual([500, 500, 100])
})

it('a schedule job names at most 50 violations', () => {
  const operations = Array.from({ length: 60 }, (_, number) => operation(`Cut ${number}`))
  const many = shop([project('7', operations)])
  const faulty: typeof scheduleShop = (...asked) => {
    const plan = scheduleShop(...asked)
    if ('cancelled' in plan) return plan
    return { ...plan, operations: plan.operations.map((placed) => ({ ...placed, endMs: placed.startMs })) }
  }
  const replies: ScheduleReply[] = []
  const reply = (message: ScheduleReply) => void replies.push(message)
  answerScheduleJob(many, job, { shouldStop: () => false, reply, engine: faulty })
  expect(replies.flatMap((message) => (message.kind === 'violations' ? [message.sentences.length] : []))).toEqual([50])
})

it('a schedule job says that it was stopped, or which error ended the engine', () => {
  expect(repliesTo(scheduleShop, () => true)).toEqual([{ kind: 'cancelled' }])
  const broken = () => {
    throw new Error('planted')
  }
  expect(repliesTo(broken)).toEqual([{ kind: 'failed', message: expect.stringContaining('planted') }])
})

it.each([
  ['effort', 'complete'],
  ['settled', 'settled'],
  ['bound', 'bound'],
] as const)(
  'a schedule job whose search ended by "%s" answers "%s", with what the search could gain',
  (ended, searchEnd) => {
    const searching: typeof scheduleShop = (...asked) => {
      const plan = scheduleShop(...asked)
      if ('cancelled' in plan) return plan
      return { ...plan, stats: { ...plan.stats, search: { ended, gainedLate: 3, leastLateDays: 8 } } }
    }
    const search = { searchEnd, gainedLate: 3, leastLateDays: 8, endedAtStep: null }
    expect(repliesTo(searching).at(-1)).toMatchObject({ kind: 'done', search })
  },
)

it('a schedule job without a search answers that nothing is known about what it could gain', () => {
  const search = { searchEnd: 'complete', gainedLate: null, leastLateDays: null }
  expect(repliesTo(scheduleShop).at(-1)).toMatchObject({ kind: 'done', search })
})

it('a schedule job reports its progress ten times a second, however often the engine does', () => {
  let nowMs = 10_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const busy: typeof scheduleShop = (_shop, options) => {
    for (let report = 0; report < 1_000; report++) {
      options.onProgress?.({ phase: 'improving', completedProjects: 0, totalProjects: 1 })
      nowMs += 1
    }
    return { cancelled: true }
  }
  const replies: ScheduleReply[] = []
  const reply = (message: ScheduleReply) => void replies.push(message)
  answerScheduleJob(snapshot, job, { shouldStop: () => false, reply, engine: busy })
  clock.mockRestore()
  expect(replies.filter(({ kind }) => kind === 'progress')).toHaveLength(10)
})
