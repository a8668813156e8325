import { describe, expect, it, vi } from 'vitest'
import type { CrashReport } from '#contract/error-reports.ts'
import { createErrorReporter, readDsn } from './error-reporter.ts'

const crash: CrashReport = {
  name: 'TypeError',
  frames: [
    { functionName: 'inner', file: '/assets/board.js', line: 1, column: 20 },
    { functionName: 'outer', file: '/assets/index.js', line: 2, column: 30 },
  ],
  route: '/projects/$projectId',
  part: 'part',
}
const dsn = 'https://key@reports.example.com/sentry/42'

const reporterTo = (dsnOrNone: string | undefined, answer: () => Promise<Response>) => {
  let atMs = Date.parse('2026-11-18T09:00:00Z')
  const sent: { url: string; init: RequestInit }[] = []
  const log = vi.fn()
  const reporter = createErrorReporter({
    dsn: dsnOrNone,
    log,
    now: () => new Date(atMs),
    post: (url, init) => {
      sent.push({ url: String(url), init: init ?? {} })
      return answer()
    },
  })
  return {
    sent,
    log,
    report: (address = '10.0.0.1') => reporter.report(crash, address),
    pass: (ms: number) => {
      atMs += ms
    },
  }
}
const ok = async () => new Response('{}')

describe('readDsn', () => {
  it.each([
    [dsn, 'https://reports.example.com/sentry/api/42/envelope/'],
    ['http://k@127.0.0.1:9000/1', 'http://127.0.0.1:9000/api/1/envelope/'],
  ])('%s is posted to %s', (text, url) => expect(readDsn(text)?.url).toBe(url))

  it.each(['https://reports.example.com/42', 'https://key@reports.example.com/', 'nonsense'])('%s is no DSN', (text) =>
    expect(readDsn(text)).toBeNull(),
  )
})

describe('the error reporter', () => {
  it('sends the place of a crash to the address of the settings, and reports success', async () => {
    const { report, sent, log } = reporterTo(dsn, ok)
    expect(await report()).toBe(true)
    expect(log).not.toHaveBeenCalled()
    expect(sent[0]?.url).toBe('https://reports.example.com/sentry/api/42/envelope/')
    expect(new Headers(sent[0]?.init.headers).get('X-Sentry-Auth')).toContain('sentry_key=key')
    const event = JSON.parse(String(sent[0]?.init.body).split('\n')[2] ?? '')
    expect(event).toMatchObject({ transaction: '/projects/$projectId', level: 'error' })
    const [{ type, stacktrace }] = event.exception.values
    expect([type, stacktrace.frames.map((frame: { function: string }) => frame.function)]).toEqual([
      'TypeError',
      ['outer', 'inner'],
    ])
  })

  it('writes the crash to the log without a DSN, and sends nothing', async () => {
    const { report, sent, log } = reporterTo(undefined, ok)
    expect(await report()).toBe(true)
    expect([sent, log.mock.calls]).toEqual([[], [[crash]]])
  })

  it.each([
    ['is refused', async () => new Response('', { status: 403 })],
    ['cannot be sent', () => Promise.reject(new Error('unreachable'))],
  ])('writes the crash to the log when the report %s', async (_, answer) => {
    const { report, log } = reporterTo(dsn, answer)
    expect(await report()).toBe(true)
    expect(log.mock.calls).toEqual([[crash]])
  })

  it('writes at most 5 crashes a minute from one address to the log', async () => {
    const { report, log } = reporterTo(undefined, ok)
    const answers = []
    for (let turn = 0; turn < 7; turn++) answers.push(await report('10.0.0.1'))
    expect(answers).toEqual([true, true, true, true, true, false, false])
    expect(log).toHaveBeenCalledTimes(5)
  })

  it('sends at most 5 reports a minute from one address and 30 from all', async () => {
    const { report, sent, pass } = reporterTo(dsn, ok)
    for (let turn = 0; turn < 7; turn++) await report('10.0.0.1')
    expect(sent).toHaveLength(5)
    for (let turn = 0; turn < 40; turn++) await report(`10.0.1.${turn}`)
    expect(sent).toHaveLength(30)
    pass(60_000)
    expect(await report('10.0.0.1')).toBe(true)
  })
})
