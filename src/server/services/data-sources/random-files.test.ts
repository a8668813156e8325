import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SourceRunDetails, VanishedRule } from '#contract/data-sources.ts'
import type { Operation } from '#contract/operations.ts'
import { newTestSource } from '#testing/data-sources/test-source.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject, createProject } from '../projects/write-projects.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const asRequest = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID() })

interface FileRow {
  readonly project: number
  readonly step: number
  readonly hours: number
  readonly isBroken: boolean
}

interface Edit {
  readonly kind: 'hours' | 'hold' | 'release' | 'begin' | 'finish' | 'remove' | 'add' | 'phase'
  readonly place: number
  readonly value: number
}

const header = 'Project number | Customer | Sequence | Operation | Hours'
const sample = `${header}\n1 | Olsen | 10 | Cut | 4`
const textOf = (rows: readonly FileRow[]) =>
  [
    header,
    ...rows.map(({ project, step, hours, isBroken }) =>
      [project, `Customer ${project}`, step * 10, `Step ${step}`, isBroken ? 'many' : hours].join(' | '),
    ),
  ].join('\n')

const row = fc.record<FileRow>({
  project: fc.integer({ min: 1, max: 3 }),
  step: fc.integer({ min: 1, max: 4 }),
  hours: fc.integer({ min: 1, max: 5 }),
  isBroken: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
})
const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ project, step }) => `${project} ${step}` })
const kinds = ['hours', 'hold', 'release', 'begin', 'finish', 'remove', 'add', 'phase'] as const
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom(...kinds),
    place: fc.nat({ max: 50 }),
    value: fc.integer({ min: 6, max: 9 }),
  }),
  { maxLength: 4 },
)
const steps = fc.array(fc.record({ file: rows, edits }), { minLength: 3, maxLength: 4 })

const allOperations = async (ctx: TenantContext): Promise<Operation[]> => {
  const found: Operation[] = []
  for (const { projectId } of await listProjects(ctx)) found.push(...(await listOperations(ctx, { projectId })))
  return found
}

/** What a person does in between. An edit that a rule refuses is none. */
const applyEdit = async (ctx: TenantContext, { kind, place, value }: Edit): Promise<void> => {
  const all = await allOperations(ctx)
  const one = all[place % Math.max(1, all.length)]
  if (!one) return
  const { projectId, operationId } = one
  const change = (input: Parameters<typeof changeOperation>[1]['input']) =>
    changeOperation(asRequest(ctx), { projectId, operationId, input })
  const work = {
    hours: () => change({ durationHours: value }),
    hold: () => change({ onHold: true, holdReason: 'Ours' }),
    release: () => change({ onHold: false }),
    begin: () => change({ progressPercentage: 10 * value }),
    finish: () => change({ progressPercentage: 100 }),
    remove: () => removeOperation(asRequest(ctx), { projectId, operationId }),
    add: () => createOperation(asRequest(ctx), { projectId, input: { name: 'Own', sequence: 900 + value } }),
    phase: () => {
      const input = { currentPhase: value > 7 ? ('production' as const) : ('on_hold' as const) }
      return changeProject(asRequest(ctx), { projectId, input, expectedVersion: null, as: 'form' })
    },
  }[kind]
  await work().catch((error: { code?: string }) => expect(error.code).toBe('rule'))
}

/** The rows of the shop that no file names: records that a person made. */
const ownRecords = async (ctx: TenantContext): Promise<string[]> => {
  const own = (await listProjects(ctx)).filter(({ projectNumber }) => projectNumber === 'Own')
  const ids = new Set(own.map(({ projectId }) => projectId))
  const lines = await shopState(ctx)
  return lines.filter((line) => /"name": "Own"/.test(line) || [...ids].some((id) => line.includes(id)))
}

/** The hours that each operation must have after the run, by a rule of its own: three values are compared, and nothing else. */
const expectHours = (
  brought: Map<string, number>,
  {
    before,
    after,
    file,
    details,
  }: {
    readonly before: ReadonlyMap<string, number>
    readonly after: readonly (Operation & { readonly projectNumber: string })[]
    readonly file: readonly FileRow[]
    readonly details: SourceRunDetails
  },
): void => {
  const failed = new Set(details.doubts?.rows.map((doubtful) => doubtful.row))
  let kept = 0
  for (const [index, { project, step, hours }] of file.entries()) {
    if (failed.has(index)) continue
    const found = after.find((one) => one.projectNumber === String(project) && one.sequence === step * 10)
    expect(found).toBeDefined()
    const { operationId = '', durationHours } = found ?? {}
    const [here, last] = [before.get(operationId), brought.get(operationId)]
    const isOurs = here !== undefined && last !== undefined && here !== last && here !== hours
    expect(durationHours).toBe(isOurs ? here : hours)
    if (isOurs) kept += 1
    else brought.set(operationId, hours)
  }
  expect(details.run.figures?.keptOurs).toBe(kept)
}

const withNumbers = async (ctx: TenantContext) => {
  const numbers = new Map((await listProjects(ctx)).map(({ projectId, projectNumber }) => [projectId, projectNumber]))
  return (await allOperations(ctx)).map((one) => ({ ...one, projectNumber: numbers.get(one.projectId) ?? '' }))
}

const tryFiles = async (rule: VanishedRule, all: readonly { file: readonly FileRow[]; edits: readonly Edit[] }[]) => {
  const ctx = await createTestTenant(database.db, { userName: 'Ana' })
  const { projectId } = await createProject(asRequest(ctx), { input: { projectNumber: 'Own', projectName: 'Own' } })
  await createOperation(asRequest(ctx), { projectId, input: { name: 'Own', durationHours: 3 } })
  const { run } = await newTestSource(ctx, sample, {
    rules: { vanished: rule, ours: ['durationHours'] },
    reading: { chained: true },
  })
  const brought = new Map<string, number>()
  for (const { file, edits: others } of all) {
    for (const edit of others) await applyEdit(ctx, edit)
    const [before, own, known] = [await shopState(ctx), await ownRecords(ctx), await allOperations(ctx)]
    const { details, outcome } = await run(textOf(file), { trigger: 'person' })
    const after = await shopState(ctx)
    expect(await ownRecords(ctx)).toEqual(own)
    const hours = new Map(known.map(({ operationId, durationHours }) => [operationId, durationHours]))
    expectHours(brought, { before: hours, after: await withNumbers(ctx), file, details })
    const brokenProjects = new Set(file.filter(({ isBroken }) => isBroken).map(({ project }) => String(project)))
    expect(details.vanished.filter(({ projectNumber }) => brokenProjects.has(projectNumber))).toEqual([])
    if (outcome === 'applied') {
      const changeId = details.run.changeId ?? ''
      expect(await undoChange(asRequest(ctx), { changeId, verb: 'undo' })).toMatchObject({ left: [] })
      expect(await shopState(ctx)).toEqual(before)
      await undoChange(asRequest(ctx), { changeId, verb: 'redo' })
    }
    expect(await shopState(ctx)).toEqual(after)
    expect((await run(textOf(file), { trigger: 'person' })).outcome).toBe('unchanged')
    expect(await shopState(ctx)).toEqual(after)
  }
}

// A case takes seconds, because it imports, undoes and repeats each of its files: 20 of them meet every kind of file and edit many times.
it('random files and edits: only what the source brought changes, undo is exact, and the same file changes nothing', {
  tags: ['property'],
  timeout: 600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.constantFrom<VanishedRule>('keep', 'hold', 'cancel'), steps, tryFiles), {
    numRuns: propertyRuns(20),
  })
})
