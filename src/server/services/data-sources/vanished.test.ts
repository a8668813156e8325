import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VanishedRule } from '#contract/data-sources.ts'
import { newTestSource } from '#testing/data-sources/test-source.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject, createProject } from '../projects/write-projects.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db, { userName: 'Ana' })
})

const asRequest = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID() })

const shop = `
Project number | Project name | Sequence | Operation | Work center | Hours | Predecessors | Progress %
1042 | Frame | 10 | Cut | Saw | 4 | - | 50
1042 | Frame | 20 | Weld | Welding | 7 | 10 |
1042 | Frame | 30 | Paint | Paint | 2 | 20 |
1043 | Rotor | 10 | Mill | Mill | 12 | - |`
const without = (...starts: string[]) =>
  shop
    .split('\n')
    .filter((line) => !starts.some((start) => line.startsWith(start)))
    .join('\n')

const sourceWith = (vanished: VanishedRule, more = {}) => newTestSource(ana, shop, { rules: { vanished, ...more } })
const projectNamed = async (number: string) => {
  const found = (await listProjects(ana)).find(({ projectNumber }) => projectNumber === number)
  if (!found) throw new Error(`No project ${number}`)
  return found
}
const operationsOf = async (number: string) =>
  listOperations(ana, { projectId: (await projectNamed(number)).projectId })
const operationOf = async (number: string, name: string) => {
  const found = (await operationsOf(number)).find((one) => one.name === name)
  if (!found) throw new Error(`No operation ${name}`)
  return found
}
const change = async (number: string, name: string, input: Parameters<typeof changeOperation>[1]['input']) => {
  const { projectId, operationId } = await operationOf(number, name)
  await changeOperation(asRequest(ana), { projectId, operationId, input })
}
const undo = (changeId: string | null, verb: 'undo' | 'redo' = 'undo') =>
  undoChange(asRequest(ana), { changeId: changeId ?? '', verb })

describe('a project that the source no longer has', () => {
  it.each([
    ['keep', 'production', 'keep'],
    ['hold', 'on_hold', 'hold'],
    ['cancel', 'cancelled', 'cancel'],
  ] as const)('is treated as the rule %s says, once', async (rule, phase, action) => {
    const { run } = await sourceWith(rule)
    await run(shop)
    const { projectId } = await projectNamed('1043')
    await changeProject(asRequest(ana), {
      projectId,
      input: { currentPhase: 'production' },
      expectedVersion: null,
      as: 'form',
    })
    const { details } = await run(without('1043'))
    expect((await projectNamed('1043')).currentPhase).toBe(phase)
    expect(details.vanished).toEqual([
      { projectId, projectNumber: '1043', projectName: 'Rotor', operationId: null, operationName: null, action },
    ])
    expect(details.run.figures).toMatchObject({ projects: { create: 0, update: 0, vanished: 1 } })
    await changeProject(asRequest(ana), {
      projectId,
      input: { currentPhase: 'engineering' },
      expectedVersion: null,
      as: 'form',
    })
    const again = await run(without('1043'))
    expect(again.details.vanished).toEqual([])
    expect((await projectNamed('1043')).currentPhase).toBe('engineering')
  })

  it('returns to its phase and status when the source has it again', async () => {
    const { run } = await sourceWith('hold')
    await run(shop)
    const { projectId, currentPhase, status } = await projectNamed('1043')
    await run(without('1043'))
    expect(await projectNamed('1043')).toMatchObject({ projectId, currentPhase: 'on_hold', status: 'On Hold' })
    await run(shop)
    expect(await projectNamed('1043')).toMatchObject({ projectId, currentPhase, status })
    await run(without('1043'))
    expect((await projectNamed('1043')).currentPhase).toBe('on_hold')
  })

  it('returns from being cancelled too, unless the table says its phase', async () => {
    const text = 'Project number | Phase\n1 | Production\n2 |'
    const { run } = await newTestSource(ana, text, { rules: { vanished: 'cancel' } })
    await run(text)
    await run('Project number | Phase\n2 |')
    expect((await projectNamed('1')).currentPhase).toBe('cancelled')
    await run('Project number | Phase\n1 |\n2 |')
    expect((await projectNamed('1')).currentPhase).toBe('production')
    await run('Project number | Phase\n2 |')
    await run(text.replace('Production', 'Engineering'))
    expect((await projectNamed('1')).currentPhase).toBe('engineering')
  })

  it('stays on hold when it returns if a person has put it on hold since', async () => {
    const { run } = await sourceWith('hold')
    await run(shop)
    await run(without('1043'))
    const { projectId } = await projectNamed('1043')
    for (const currentPhase of ['production', 'on_hold'] as const) {
      await changeProject(asRequest(ana), { projectId, input: { currentPhase }, expectedVersion: null, as: 'form' })
    }
    await run(shop)
    expect((await projectNamed('1043')).currentPhase).toBe('on_hold')
  })

  it('is left alone if it is closed, or if the source never had it', async () => {
    const { run } = await sourceWith('cancel')
    await createProject(asRequest(ana), { input: { projectNumber: '7', projectName: 'Own' } })
    await run(shop)
    const { projectId } = await projectNamed('1043')
    await changeProject(asRequest(ana), {
      projectId,
      input: { currentPhase: 'complete' },
      expectedVersion: null,
      as: 'form',
    })
    const { outcome, details } = await run(without('1043'))
    expect(outcome).toBe('unchanged')
    expect(details.vanished).toEqual([])
    expect((await projectNamed('7')).currentPhase).toBe('engineering')
  })
})

describe('an operation that the source no longer has', () => {
  it('is put on hold with a reason, and taken up again when it returns', async () => {
    const { run } = await sourceWith('hold')
    await run(shop)
    const { details } = await run(without('1042 | Frame | 30'))
    expect(details.vanished).toMatchObject([{ operationName: 'Paint', action: 'hold' }])
    expect(await operationOf('1042', 'Paint')).toMatchObject({ onHold: true, holdReason: 'No longer in Orders' })
    expect((await run(shop)).details.run.figures).toMatchObject({ operations: { create: 0, update: 1, vanished: 0 } })
    expect(await operationOf('1042', 'Paint')).toMatchObject({ onHold: false, holdReason: '', status: 'Pending' })
  })

  it('is not held again after a person took it up, until it returned and vanished again', async () => {
    const { run } = await sourceWith('hold')
    await run(shop)
    await run(without('1042 | Frame | 30'))
    await change('1042', 'Paint', { onHold: false })
    expect((await run(without('1042 | Frame | 30'))).outcome).toBe('unchanged')
    expect((await operationOf('1042', 'Paint')).onHold).toBe(false)
    await run(shop)
    await run(without('1042 | Frame | 30'))
    expect((await operationOf('1042', 'Paint')).onHold).toBe(true)
  })

  it('keeps the hold of a person, also when it returns', async () => {
    const { run } = await sourceWith('hold')
    await run(shop)
    await change('1042', 'Paint', { onHold: true, holdReason: 'Waits for color' })
    const { details } = await run(without('1042 | Frame | 30'))
    expect(details.vanished).toMatchObject([{ operationName: 'Paint', action: 'keep' }])
    await run(shop)
    expect(await operationOf('1042', 'Paint')).toMatchObject({ onHold: true, holdReason: 'Waits for color' })
  })

  it('is removed by the rule cancel if it has not started, else put on hold', async () => {
    const { run } = await sourceWith('cancel')
    await run(shop)
    const before = await shopState(ana)
    const { details } = await run(
      without('1042 | Frame | 10', '1042 | Frame | 20').replace('| 20 |\n1043', '| - |\n1043'),
    )
    expect(details.vanished.map(({ operationName, action }) => [operationName, action])).toEqual([
      ['Cut', 'hold'],
      ['Weld', 'remove'],
    ])
    expect((await operationsOf('1042')).map(({ name, onHold, dependencies }) => [name, onHold, dependencies])).toEqual([
      ['Cut', true, []],
      ['Paint', false, []],
    ])
    const after = await shopState(ana)
    expect(await undo(details.run.changeId)).toMatchObject({ left: [] })
    expect(await shopState(ana)).toEqual(before)
    await undo(details.run.changeId, 'redo')
    expect(await shopState(ana)).toEqual(after)
  })

  it('frees what waited for it in the same way, although the table says nothing of it', async () => {
    const text = 'Project number | Sequence | Operation | Hours\n1 | 10 | Cut | 1\n1 | 20 | Weld | 2\n1 | 30 | Pack | 1'
    const { run } = await newTestSource(ana, text, { rules: { vanished: 'cancel' }, reading: { chained: true } })
    await run(text)
    const before = await shopState(ana)
    const { details } = await run(text.replace('1 | 20 | Weld | 2\n', ''))
    expect((await operationsOf('1')).map(({ name, dependencies }) => [name, dependencies])).toEqual([
      ['Cut', []],
      ['Pack', []],
    ])
    await undo(details.run.changeId)
    expect(await shopState(ana)).toEqual(before)
  })

  it('is not one that another row has, although the rows name their project in two ways', async () => {
    const text = 'Project ID | Project number | Operation ID | Operation\nP7 | 1 | O1 | Cut\nP7 | 1 | O2 | Weld'
    const { run } = await newTestSource(ana, text, { rules: { vanished: 'cancel' } })
    await run(text)
    const { details } = await run(text.replace('P7 | 1 | O2', ' | 1 | O2'))
    expect(details.vanished).toEqual([])
    expect(await operationsOf('1')).toHaveLength(2)
  })

  it('is left alone if it is finished', async () => {
    const { run } = await sourceWith('cancel')
    await run(shop)
    await change('1042', 'Paint', { progressPercentage: 100 })
    expect((await run(without('1042 | Frame | 30'))).details.vanished).toEqual([])
  })
})

describe('rows with errors', () => {
  it('keep the operations of their project, while other projects lose theirs', async () => {
    const { run } = await sourceWith('cancel')
    await run(shop)
    const { details } = await run(without('1042 | Frame | 30', '1043').replace('| Welding | 7 |', '| Welding | many |'))
    expect(details.vanished).toMatchObject([{ projectNumber: '1043', operationId: null, action: 'cancel' }])
    expect(details.doubts?.rows).toEqual([
      { row: 1, cells: ['1042', 'Frame', '20', 'Weld', 'Welding', 'many', '10', ''] },
    ])
    expect(details.doubts?.problems).toMatchObject([{ row: 1, column: 5 }])
    expect(details.run).toMatchObject({ openDoubts: 1, figures: { doubtful: 1 } })
    expect(await operationsOf('1042')).toHaveLength(3)
  })

  it('let nothing vanish while one of them may belong to any project', async () => {
    const { run } = await sourceWith('cancel')
    await run(shop)
    const { details } = await run(
      without('1042 | Frame | 30', '1043')
        .replace('1042 | Frame | 10', ' | | 10')
        .replace('1042 | Frame | 20', ' | | 20'),
    )
    expect(details.vanished).toEqual([])
    expect(details.doubts?.problems.map(({ row, message }) => [row, message])).toContainEqual([
      0,
      'Name its project: a number or a name',
    ])
    expect(await operationsOf('1042')).toHaveLength(3)
    expect((await projectNamed('1043')).currentPhase).toBe('engineering')
  })
})
