import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { openTab, setFetch } from '#testing/web-harness.ts'
import { ApiError } from '#web/api/api-error.ts'
import { signInMutation } from '#web/api/auth/auth.mutations.ts'
import { sendWrite } from '#web/api/record-writes.ts'
import { addOperationsMutation, type NewOperation } from './add-operations.ts'
import { readOperationsOf, readWithOthers } from './batch-operations.ts'
import { type OperationBefore, type OperationWrite, writeOperationMutation } from './operation-writes.ts'
import { saveOperationMutation } from './operations.mutations.ts'

const calls: { method: string; path: string; ids: string[]; body: unknown }[] = []
/** Answers by path; other paths get 404. */
let answer: (method: string, path: string, ids: string[], body: unknown) => Response = () => json({}, 404)
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  openTab()
  calls.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setFetch(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const body: unknown = request.method === 'GET' ? null : await request.json()
    const path = pathname.replace('/api', '')
    calls.push({ method: request.method, path, ids: searchParams.getAll('projectIds'), body })
    return answer(request.method, path, searchParams.getAll('projectIds'), body)
  })
})

const newIds = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID())
const anOperation = (projectId: string, operationId: string = crypto.randomUUID()): Operation => ({
  projectId,
  operationId,
  name: 'Cut',
  description: '',
  notes: '',
  status: 'In Progress',
  progressPercentage: 40,
  durationHours: 8,
  originalHours: null,
  startDate: null,
  endDate: null,
  actualStartDate: '2026-11-16T09:00:00.000Z',
  scheduledStartDate: '2026-11-16T08:00:00.000Z',
  scheduledEndDate: '2026-11-17T08:00:00.000Z',
  actualEndDate: null,
  dependsOnOperationId: null,
  dependencies: [],
  dependencyLagHours: {},
  categoryId: null,
  dependencyLagUnits: {},
  dependencyMaxLagHours: {},
  dependencyOverlapPercent: {},
  alternatives: [],
  categoryFixed: false,
  sequence: 10,
  onHold: false,
  holdReason: '',
  pinned: false,
  placement: null,
  outlook: null,
  version: 3,
  materialReadyDate: null,
  materialNote: '',
  poolId: null,
  partNumber: '',
  setupHours: null,
  hoursPerPiece: null,
  quantity: null,
  transferBatch: null,
  setupFamily: '',
  createdAt: '2026-11-16T08:00:00.000Z',
  modifiedAt: '2026-11-16T08:00:00.000Z',
  modifiedBy: '',
})
const run = <Variables, Answer>(options: object, variables: Variables) =>
  new MutationObserver<Answer, unknown, Variables>(new QueryClient(), options).mutate(variables)
const write = (variables: OperationWrite) => {
  const client = new QueryClient()
  return sendWrite(client, writeOperationMutation(client), variables)
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`)
  return error
}

describe('operations of several projects', () => {
  const together = (ids: string[]) =>
    json(ids.map((projectId) => ({ projectId, projectOperations: [anOperation(projectId)] })))

  it('are read in calls of five projects, even if each project is requested separately', async () => {
    answer = (_method, _path, ids) => together(ids)
    const ids = newIds(12)
    const found = await Promise.all(ids.map(readWithOthers))
    expect(found.map(([operation]) => operation?.projectId)).toEqual(ids)
    expect(calls.map(({ path, ids: asked }) => [path, asked.length])).toEqual([
      ['/project-operations/batch', 5],
      ['/project-operations/batch', 5],
      ['/project-operations/batch', 2],
    ])
  })

  it.each([
    ['is broken', () => json({}, 500), 'Failed to fetch batch project operations'],
    ['returns nothing', () => new Response(''), 'Batch operations request returned no data'],
  ])('are read project by project when the batch call %s', async (_case, broken, logged) => {
    answer = (_method, path) => (path.endsWith('/batch') ? broken() : json([anOperation(path.split('/')[3] ?? '')]))
    const ids = newIds(2)
    const found = await readOperationsOf(ids)
    expect(ids.map((id) => found.get(id))).toMatchObject(ids.map((projectId) => [{ projectId }]))
    expect(calls.slice(1).map(({ path }) => path)).toEqual(ids.map((id) => `/project-operations/projects/${id}`))
    expect(console.warn).toHaveBeenCalledWith(logged)
  })

  it('fail for a project that cannot be read, while the other projects are still read', async () => {
    const [good = '', bad = ''] = newIds(2)
    answer = (_method, path) => (path.endsWith(good) ? json([anOperation(good)]) : json({}, 500))
    const broken = failure(readWithOthers(bad))
    expect(await readWithOthers(good)).toHaveLength(1)
    expect((await broken).message).toBe('Failed to fetch project operations')
  })

  it('are not requested without a valid project id', async () => {
    const error = await failure(readOperationsOf(['new', '00000000-0000-0000-0000-000000000000']))
    expect(error.message).toBe('No valid project IDs provided for batch request')
    expect(calls).toEqual([])
  })
})

describe('saving an operation', () => {
  const [projectId = '', operationId = '', other = ''] = newIds(3)
  const operation = anOperation(projectId, operationId)
  const subject = { projectId, operationId, version: 3, whole: operation }
  const sent = () => calls[0]?.body

  it('sends the whole operation with the changed fields', async () => {
    answer = () => json(operation)
    const fields = { durationHours: 9, dependencies: [other], dependencyLagHours: {} }
    await run(saveOperationMutation(new QueryClient()), { ...subject, fields })
    expect(sent()).toEqual({
      projectId,
      operationId,
      status: 'In Progress',
      progressPercentage: 40,
      durationHours: 9,
      scheduledStartDate: operation.scheduledStartDate,
      scheduledEndDate: operation.scheduledEndDate,
      actualStartDate: operation.actualStartDate,
      actualEndDate: null,
      dependsOnOperationId: other,
      dependencies: [other],
      dependencyLagHours: {},
    })
  })

  it('sends the status Pending when the server gave none, and no actual start when the progress is back at zero', async () => {
    answer = () => json(operation)
    const unnamed = { ...operation, status: undefined as unknown as 'Pending' }
    await run(saveOperationMutation(new QueryClient()), {
      ...subject,
      whole: unnamed,
      fields: { progressPercentage: 0, notes: 'Scrapped' },
    })
    expect(sent()).toMatchObject({ status: 'Pending', progressPercentage: 0, actualStartDate: null })
  })

  it('sends only the two dates when nothing else has changed', async () => {
    answer = () => json({}, 500)
    const scheduledEndDate = '2026-11-18T08:00:00.000Z'
    const saving = run(saveOperationMutation(new QueryClient()), { ...subject, fields: { scheduledEndDate } })
    expect((await failure(saving)).message).toBe('Failed to update operation dates')
    expect(sent()).toEqual({ scheduledStartDate: operation.scheduledStartDate, scheduledEndDate })
  })

  it('sends a move as dates only, and a move with its followers in one call', async () => {
    answer = (_method, path) => (path.endsWith('/moves') ? json([operation]) : json(operation))
    const dates = { scheduledStartDate: '2026-11-20T08:00:00Z', scheduledEndDate: '2026-11-20T16:00:00Z' }
    const seen = { scheduledStartDate: null, scheduledEndDate: null, durationHours: 8 }
    const move = { projectId, operationId, version: 3, fields: dates, seen, subject: 'Cut' }
    const follower = { ...move, operationId: other, pinned: false }
    for (const moves of [[move], [move, follower]]) await write({ kind: 'places', projectId, moves })
    const sentMove = { operationId, expectedVersion: 3, ...dates }
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', `/project-operations/projects/${projectId}/operations/${operationId}`, dates],
      ['PUT', '/operations/moves', { moves: [sentMove, { ...sentMove, operationId: other, pinned: false }] }],
    ])
  })
})

describe('moving operations of several projects', () => {
  const [one = '', two = '', cut = '', weld = ''] = newIds(4)
  const [here, there] = [anOperation(one, cut), anOperation(two, weld)]
  const dates = { scheduledStartDate: '2026-11-20T08:00:00Z', scheduledEndDate: '2026-11-20T16:00:00Z' }
  const move = ({ projectId, operationId, version }: Operation) => {
    const seen = { scheduledStartDate: null, scheduledEndDate: null, durationHours: 8 }
    return { projectId, operationId, version, fields: dates, seen, subject: 'Cut', pinned: true }
  }
  const together = { kind: 'places', projectId: one, moves: [move(here), move(there)] } as const

  it('sends one request', async () => {
    answer = () => json([here, there])
    expect(await write(together)).toHaveLength(2)
    expect(calls).toMatchObject([{ method: 'PUT', path: '/operations/moves', body: { moves: [{}, {}] } }])
  })

  it('waits for earlier writes to any of the projects and sends the versions that they produced', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const client = new QueryClient()
    const send = (variables: OperationWrite) => sendWrite(client, writeOperationMutation(client), variables)
    answer = (_method, path) => (path.endsWith('/moves') ? json([here, there]) : json({ ...there, version: 4 }))
    const answered = answer
    setFetch(async (input, init) => {
      const request = new Request(input, init)
      const body: unknown = request.method === 'GET' ? null : await request.json()
      const path = new URL(request.url).pathname.replace('/api', '')
      calls.push({ method: request.method, path, ids: [], body })
      if (path.endsWith('/progress')) await promise
      return answered(request.method, path, [], body)
    })
    const fields = { progressPercentage: 50 }
    const reported = {
      kind: 'fields',
      projectId: two,
      operationId: weld,
      version: 3,
      subject: '',
      seen: {},
      before: { progressPercentage: 40, onHold: false, begun: true },
      fields,
    } as const
    const first = send(reported)
    const second = send(together)
    await Promise.resolve()
    expect(calls.map(({ path }) => path)).not.toContain('/operations/moves')
    resolve()
    await Promise.all([first, second])
    expect(calls.at(-1)).toMatchObject({
      path: '/operations/moves',
      body: {
        moves: [
          { operationId: cut, expectedVersion: 3 },
          { operationId: weld, expectedVersion: 4 },
        ],
      },
    })
  })
})

describe('reordering operations after another user has reordered them', () => {
  const projectId = crypto.randomUUID()
  const ids = new Map<string, string>([...'ABCDEF'].map((name) => [name, crypto.randomUUID()]))
  const idsOf = (order: string) => [...order].map((name) => ids.get(name) ?? '')
  /** A server that stores an order and refuses a change based on another order. */
  const hold = (order: string) => {
    let held = idsOf(order)
    answer = (method, _path, _ids, body) => {
      const all = () => held.map((operationId) => anOperation(projectId, operationId))
      if (method === 'GET') return json({ projectId, projectOperations: all() })
      const { operationIds, expectedOperationIds } = body as Record<string, string[]>
      if (expectedOperationIds?.join() !== held.join()) return json({ error: 'Stale', code: 'stale' }, 412)
      held = operationIds ?? []
      return json(all())
    }
    return () => held
  }
  const moveB = () =>
    write({ kind: 'order', projectId, moved: ids.get('B') ?? '', seen: idsOf('ABCDE'), wanted: idsOf('ACBDE') })

  it('repeats the move in the new order when the two changes do not conflict', async () => {
    const held = hold('ABCDEF')
    await moveB()
    expect(held()).toEqual(idsOf('ACBDEF'))
  })

  it('leaves the new order unchanged when the two changes conflict', async () => {
    const held = hold('BACDE')
    expect((await failure(moveB())).code).toBe('stale')
    expect(held()).toEqual(idsOf('BACDE'))
  })
})

describe('quick changes of operations', () => {
  const projectId = crypto.randomUUID()
  const [cut = '', weld = ''] = newIds(2)
  const change = (operationId: string, progressPercentage: number) =>
    ({
      kind: 'fields',
      projectId,
      operationId,
      version: 3,
      subject: 'Cut',
      seen: {},
      before: { progressPercentage: 40, onHold: false, begun: true },
      fields: { progressPercentage },
    }) as const

  it('are sent one after another, each with the version that the previous change produced', async () => {
    const client = new QueryClient()
    const sent: string[] = []
    let version = 3
    setFetch(async (input, init) => {
      const request = new Request(input, init)
      if (request.method === 'GET') return json([])
      sent.push(`${request.headers.get('if-match')} ${JSON.stringify(await request.json())}`)
      version += 1
      return json({ ...anOperation(projectId, cut), version })
    })
    const begun = [10, 20, 30].map((percent) => sendWrite(client, writeOperationMutation(client), change(cut, percent)))
    const other = sendWrite(client, writeOperationMutation(client), change(weld, 40))
    await Promise.all([...begun, other])
    expect(sent.map((each) => each.replaceAll('"', ''))).toEqual([
      '3 {progressPercentage:10}',
      '4 {progressPercentage:20}',
      '5 {progressPercentage:30}',
      '3 {progressPercentage:40}',
    ])
  })
})

describe('a quick change of an operation', () => {
  const projectId = crypto.randomUUID()
  const [operationId = ''] = newIds(1)
  const open = { progressPercentage: 0, onHold: false, begun: false }
  const send = (fields: OperationInput, before: OperationBefore) =>
    write({ kind: 'fields', projectId, operationId, version: 3, subject: 'Cut', seen: {}, before, fields })
  const startedAt = '2026-11-18T09:30:00.000Z'
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(startedAt), toFake: ['Date'] })
    answer = () => json(anOperation(projectId, operationId))
  })
  afterEach(() => void vi.useRealTimers())

  it.each<[string, number, OperationBefore, object]>([
    ['progress on work that has not begun carries its start', 25, open, { actualStartDate: startedAt }],
    ['progress on work in progress carries no start', 25, { ...open, progressPercentage: 10, begun: true }, {}],
    ['progress on work that began without progress carries no start', 25, { ...open, begun: true }, {}],
    ['no progress carries no start', 0, open, {}],
  ])('%s', async (_title, progressPercentage, before, extra) => {
    await send({ progressPercentage }, before)
    expect(calls[0]).toMatchObject({ method: 'POST', body: { progressPercentage, ...extra } })
    expect(Object.keys(Object(calls[0]?.body))).toHaveLength(1 + Object.keys(extra).length)
  })

  it('of progress is sent again without a start when a colleague has begun the work in the meantime', async () => {
    const theirs = { ...anOperation(projectId, operationId), version: 4 }
    answer = (method, _path, _ids, body) =>
      method === 'POST' && 'actualStartDate' in Object(body) ? json({ code: 'stale' }, 412) : json(theirs)
    await send({ progressPercentage: 60 }, open)
    const reports = calls.filter(({ method }) => method === 'POST')
    expect(reports.map(({ body }) => body)).toEqual([
      { progressPercentage: 60, actualStartDate: startedAt },
      { progressPercentage: 60 },
    ])
  })

  it.each<[OperationInput, OperationBefore, object]>([
    [{ progressPercentage: 10, onHold: false }, open, { status: 'In Progress', progressPercentage: 10, onHold: false }],
    [{ progressPercentage: 100, onHold: false }, open, { status: 'Completed', progressPercentage: 100, onHold: false }],
    [
      { progressPercentage: 0, onHold: false },
      { progressPercentage: 40, onHold: false, begun: true },
      { status: 'Pending', progressPercentage: 0, onHold: false },
    ],
    [{ onHold: true }, open, { status: 'On Hold', progressPercentage: 0, onHold: true }],
    [{ onHold: false }, { ...open, onHold: true, begun: true }, { status: 'In Progress', progressPercentage: 0 }],
    [{ durationHours: 5 }, open, { durationHours: 5 }],
    [{ status: 'In Progress' }, open, { status: 'In Progress' }],
  ])('to %j is sent with the status that follows', async (fields, before, sent) => {
    await send(fields, before)
    expect(calls[0]).toMatchObject({ method: 'PUT', body: { projectId, operationId, ...fields, ...sent } })
    expect('status' in Object(calls[0]?.body)).toBe('status' in sent)
  })
})

describe('adding several operations', () => {
  const projectId = crypto.randomUUID()
  const operations: NewOperation[] = newIds(3).map((operationId, index, ids) => ({
    operationId,
    name: `Step ${index + 1}`,
    dependsOnOperationId: ids[index - 1] ?? null,
  }))
  const base = `/project-operations/projects/${projectId}/operations`
  const add = () =>
    run<object, { added: Operation[]; error: unknown }>(addOperationsMutation(new QueryClient()), {
      projectId,
      operations,
    })
  const alone = (path: string) => json(anOperation(projectId, path.split('/').at(-1)))

  it('sends one call', async () => {
    answer = () => json(operations.map(({ operationId }) => anOperation(projectId, operationId)))
    expect((await add()).added).toHaveLength(3)
    expect(calls.map(({ path, body }) => [path, body])).toEqual([[`${base}/batch`, operations]])
  })

  it('sends them one by one when that call is broken, and reports which of them were added', async () => {
    const last = operations[2]?.operationId ?? ''
    answer = (_method, path) => (/batch$/.test(path) || path.endsWith(last) ? json({}, 500) : alone(path))
    const { added, error } = await add()
    expect(added).toHaveLength(2)
    expect((error as ApiError).message).toBe('Failed to add operation to project')
    expect(calls.slice(1).map(({ path }) => path)).toEqual(
      operations.map(({ operationId }) => `${base}/${operationId}`),
    )
  })

  it('fails as a whole when none was added, and does not send them one by one after a refusal', async () => {
    answer = () => json({}, 500)
    expect((await failure(add())).message).toBe('Failed to add operations to project')
    calls.length = 0
    answer = () => json({ error: 'A project holds at most 2000 operations.', code: 'rule' }, 422)
    expect((await failure(add())).message).toBe('A project holds at most 2000 operations.')
    expect(calls).toHaveLength(1)
  })
})

describe('the second sign-in call', () => {
  const signIn = () => run(signInMutation(new QueryClient()), { email: 'me@example.com', password: 'x' })
  it('is sent when the first call is broken or unknown, never after a refusal', async () => {
    for (const [status, expected] of [
      [500, ['/auth/login', '/auth/direct-login']],
      [404, ['/auth/login', '/auth/direct-login']],
      [401, ['/auth/login']],
      [429, ['/auth/login']],
    ] as const) {
      calls.length = 0
      answer = () => json({}, status)
      await failure(signIn())
      expect(calls.map(({ path }) => path)).toEqual(expected)
    }
  })
})
