import { expect, it, vi } from 'vitest'
import { call } from './client.ts'
import { reportCrash } from './report-crash.ts'

vi.mock('./client.ts', () => ({ call: vi.fn(async () => ({ notified: true })) }))

it("a crash is reported once, by places in the program, without its message and without other people's files", async () => {
  const error = new TypeError('Acme Corp owes 5')
  error.stack = [
    'TypeError: Acme Corp owes 5',
    `    at draw (${location.origin}/assets/board.js?session=secret:3:5)`,
    `    at ${location.origin}/assets/index.js:10:20`,
    'outer@https://elsewhere.example/extension.js:1:1',
  ].join('\n')
  const place = { route: '/kanban', part: 'page' } as const
  expect(await reportCrash(error, place)).toBe(true)
  expect(await reportCrash(error, place)).toBe(true)
  const calls = vi.mocked(call).mock.calls
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
