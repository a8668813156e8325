import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AppServices, mintTenantContext, newServices, type TenantContext } from '../../context.ts'
import { CallerLeftError, computingFor } from '../../waiting-caller.ts'
import { askInTurn, mostAnswerMs } from './ask-in-turn.ts'

let app: AppServices
const tenantId = randomUUID()
/** A person of the organization on a server of this test. */
const person = (userId: string): TenantContext =>
  mintTenantContext({
    app,
    userId,
    userName: userId,
    role: 'plan',
    workCenterIds: null,
    timeZone: 'UTC',
    requestId: 'test',
    clientId: null,
    tenantId,
    source: 'api',
  })

beforeEach(() => {
  app = newServices({} as Omit<AppServices, 'caches'>)
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A question that is answered by `finish`; `began` says whether its turn has come. */
const slow = () => {
  const done = Promise.withResolvers<string>()
  const question = {
    began: false,
    signal: null as AbortSignal | null,
    finish: done.resolve,
    work: (signal: AbortSignal) => {
      Object.assign(question, { began: true, signal })
      signal.addEventListener('abort', () => done.reject(signal.reason))
      return done.promise
    },
  }
  return question
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('asking in turn', () => {
  it('a question is refused with 429 while two of the same person wait or are being answered, of whatever kind', async () => {
    const [one, two] = [slow(), slow()]
    const ann = person('ann')
    const first = askInTurn(ann, 'shop', one.work)
    const second = askInTurn(ann, 'plan', two.work)
    await expect(askInTurn(ann, 'table', slow().work)).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 2,
      message: expect.stringContaining('calculations are still running'),
    })
    await expect(askInTurn(person('bob'), 'table', async () => 'of bob')).resolves.toBe('of bob')
    one.finish('first')
    expect(await first).toBe('first')
    await expect(askInTurn(ann, 'shop', async () => 'third')).resolves.toBe('third')
    two.finish('second')
    expect(await second).toBe('second')
  })

  it('a question does not wait behind the second question of a colleague', async () => {
    const [one, two, ofBob] = [slow(), slow(), slow()]
    const asked = [
      askInTurn(person('ann'), 'shop', one.work),
      askInTurn(person('ann'), 'shop', two.work),
      askInTurn(person('bob'), 'shop', ofBob.work),
    ]
    await settle()
    expect([one.began, two.began, ofBob.began]).toEqual([true, false, false])
    one.finish('')
    await settle()
    expect([two.began, ofBob.began]).toEqual([false, true])
    ofBob.finish('')
    two.finish('')
    await Promise.all(asked)
  })

  it('a question that takes too long ends with 503 before the browser gives up, and the next one begins', async () => {
    const [stuck, next] = [slow(), slow()]
    const refused = expect(askInTurn(person('ann'), 'shop', stuck.work)).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
      message: expect.stringContaining('takes too long right now'),
    })
    await vi.advanceTimersByTimeAsync(mostAnswerMs - 1_000)
    const waiting = askInTurn(person('bob'), 'shop', next.work)
    await vi.advanceTimersByTimeAsync(999)
    expect([stuck.signal?.aborted, next.began]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    await refused
    expect([stuck.signal?.aborted, next.began]).toEqual([true, true])
    next.finish('in time')
    expect(await waiting).toBe('in time')
    expect(mostAnswerMs).toBeLessThan(30_000)
  })

  it('a question is not begun when its caller leaves before its turn, and ends when its caller leaves during it', async () => {
    const [running, waiting] = [slow(), slow()]
    const [leftFirst, leftSecond] = [new AbortController(), new AbortController()]
    const first = computingFor(leftFirst.signal, () => askInTurn(person('ann'), 'shop', running.work))
    const second = computingFor(leftSecond.signal, () => askInTurn(person('bob'), 'shop', waiting.work))
    const outcomes = Promise.allSettled([first, second])
    await settle()
    leftSecond.abort(new CallerLeftError('left'))
    leftFirst.abort(new CallerLeftError('left'))
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CallerLeftError) })
    expect([running.signal?.aborted, waiting.began]).toEqual([true, false])
    await expect(askInTurn(person('kim'), 'shop', async () => 'free again')).resolves.toBe('free again')
  })

  it('a question keeps its place until it has ended, although its caller was answered', async () => {
    const done = Promise.withResolvers<void>()
    const next = slow()
    const left = new AbortController()
    const deaf = computingFor(left.signal, () => askInTurn(person('ann'), 'shop', () => done.promise))
    const waiting = askInTurn(person('bob'), 'shop', next.work)
    await settle()
    left.abort(new CallerLeftError('left'))
    await expect(deaf).rejects.toBeInstanceOf(CallerLeftError)
    await settle()
    expect(next.began).toBe(false)
    done.resolve()
    await settle()
    expect(next.began).toBe(true)
    next.finish('')
    await waiting
  })
})
