import { expect, it, onTestFinished, vi } from 'vitest'
import * as client from './client.ts'
import { reportCrash } from './report-crash.ts'

it('a crash is reported once, with its locations in our files, without its message and without third-party frames', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ notified: true })
  onTestFinished(() => call.mockRestore())
  const error = new TypeError('Acme Corp owes 5')
  error.stack = [
    'TypeError: Acme Corp owes 5',
    `    at draw (${location.origin}/assets/board.js?session=secret:3:5)`,
    `    at ${location.origin}/assets/index.js:10:20`,
    'outer@https://elsewhere.example/extension.js:1:1',
  ].join('\n')
  const place = { route: '/kanban', part: 'page' } as const
  await reportCrash(error, place)
  await reportCrash(error, place)
  const { calls } = call.mock
  expect(calls).toHaveLength(1)
  expect(calls[0]?.[1]).toEqual({
    body: {
      name: 'TypeError',
      frames: [
        { functionName: 'draw', file: '/assets/board.js', line: 3, column: 5 },
        { functionName: '', file: '/assets/index.js', line: 10, column: 20 },
      ],
      ...place,
    },
  })
})

it('a crash without a connection is reported when the connection returns', async () => {
  const call = vi
    .spyOn(client, 'call')
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ notified: true })
  onTestFinished(() => call.mockRestore())
  await reportCrash(new TypeError('planted'), { route: '/kanban', part: 'page' })
  expect(call).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  expect(call).toHaveBeenCalledTimes(2)
})
