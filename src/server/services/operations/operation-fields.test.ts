import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportFormat } from '#contract/exports.ts'
import { projectTable } from '#contract/imports.ts'
import type { OperationInput } from '#contract/operations.ts'
import { touchesPlan } from '#domain/changes/touches-plan.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { type OperationFieldName, operationFieldNames, operationFields } from '#domain/operations/fields.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { readTableFile } from '../../files/read-table-file.ts'
import { createCategory } from '../categories/write-categories.ts'
import { listChanges } from '../changes/list-changes.ts'
import { undoChange } from '../changes/undo-change.ts'
import { exportProjects } from '../imports/export-projects.ts'
import { commitImport, previewImport } from '../imports/import-projects.ts'
import { listOperations } from './read-operations.ts'
import { changeOperation } from './write-operations.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

const asRequest = (): TenantContext => withFacts(ctx, { requestId: randomUUID() })

/** The ids that the samples name. */
interface Shop {
  readonly saw: string
  readonly lathe: string
  readonly people: string
  readonly first: string
}
const monday = '2026-11-23T08:00:00.000Z'
const tuesday = '2026-11-24T08:00:00.000Z'
const after = ({ first }: Shop): OperationInput => ({ dependencies: [first] })

/** A change of each field, with what its rules demand beside it; a sentence says why there is none. */
const samples: Readonly<Record<OperationFieldName, string | ((shop: Shop) => OperationInput)>> = {
  name: () => ({ name: 'Turn' }),
  description: () => ({ description: 'Two clampings' }),
  partNumber: () => ({ partNumber: 'PN-4711' }),
  status: 'The status follows from progress and hold.',
  progressPercentage: () => ({ progressPercentage: 40 }),
  durationHours: () => ({ durationHours: 12.5 }),
  originalHours: () => ({ durationHours: 12.5, originalHours: 9 }),
  scheduledStartDate: () => ({ scheduledStartDate: monday, scheduledEndDate: tuesday }),
  scheduledEndDate: () => ({ scheduledEndDate: tuesday }),
  actualStartDate: () => ({ actualStartDate: monday }),
  actualEndDate: () => ({ actualStartDate: monday, actualEndDate: tuesday, progressPercentage: 100 }),
  categoryId: ({ lathe }) => ({ categoryId: lathe }),
  poolId: ({ people }) => ({ poolId: people }),
  alternatives: ({ lathe }) => ({ alternatives: [{ categoryId: lathe, durationHours: 9 }] }),
  categoryFixed: () => ({ categoryFixed: true }),
  sequence: () => ({ sequence: 70 }),
  onHold: () => ({ onHold: true }),
  holdReason: () => ({ onHold: true, holdReason: 'Crack in the casting' }),
  pinned: () => ({ scheduledStartDate: monday, scheduledEndDate: tuesday, pinned: true }),
  notes: () => ({ notes: 'Mind the burr' }),
  materialReadyDate: () => ({ materialReadyDate: monday }),
  materialNote: () => ({ materialNote: 'Castings from Olsen' }),
  setupHours: () => ({ setupHours: 1.5 }),
  hoursPerPiece: () => ({ hoursPerPiece: 0.25, quantity: 8 }),
  quantity: () => ({ quantity: 12 }),
  transferBatch: () => ({ quantity: 12, transferBatch: 3 }),
  setupFamily: () => ({ setupFamily: 'Red' }),
  dependencies: after,
  dependencyLagHours: (shop) => ({ ...after(shop), dependencyLagHours: { [shop.first]: 2 } }),
  dependencyLagUnits: (shop) => ({
    ...after(shop),
    dependencyLagHours: { [shop.first]: 2 },
    dependencyLagUnits: { [shop.first]: 'calendar' },
  }),
  dependencyMaxLagHours: (shop) => ({ ...after(shop), dependencyMaxLagHours: { [shop.first]: 24 } }),
  dependencyOverlapPercent: (shop) => ({ ...after(shop), dependencyOverlapPercent: { [shop.first]: 50 } }),
  placement: 'The scheduler writes the reasons for its dates.',
  externalId: 'Only an import gives an operation an id of another system.',
}
const isWritten = (name: OperationFieldName): boolean => typeof samples[name] === 'function'

/** A project with two operations, of which the second one is changed. */
const newShop = async () => {
  const names = randomUUID().slice(0, 8)
  const saw = (await createCategory(asRequest(), { input: { name: `Saw ${names}` } })).categoryId
  const lathe = (await createCategory(asRequest(), { input: { name: `Lathe ${names}` } })).categoryId
  const people = (await createCategory(asRequest(), { input: { name: `Turners ${names}`, kind: 'pool' } })).categoryId
  const { projectId } = await buildProject(asRequest())
  const first = (await buildOperation(asRequest(), projectId, { sequence: 10 })).operationId
  const { operationId } = await buildOperation(asRequest(), projectId, { name: 'Mill', sequence: 20, categoryId: saw })
  const readAll = async () =>
    (await listOperations(ctx, { projectId })) as unknown as readonly Readonly<Record<string, unknown>>[]
  const read = async () => (await readAll()).find((one) => one.operationId === operationId) ?? {}
  const readLast = async () => (await readAll()).at(-1) ?? {}
  return { projectId, operationId, read, readLast, saw, lathe, people, first }
}

const fileOf = async (projectId: string, format: ExportFormat): Promise<Buffer> => {
  const parts: Buffer[] = []
  const selection = { projectIds: [projectId] }
  for await (const part of await exportProjects(ctx, { selection, format })) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const exported = async (projectId: string): Promise<Map<string, string>> => {
  const { header, rows } = await readTableFile(await fileOf(projectId, 'csv'), {})
  return new Map(header.map((head, column) => [head, rows[1]?.[column] ?? '']))
}

const importFile = async (request: TenantContext, bytes: Buffer): Promise<void> => {
  const table = projectTable(await readTableFile(bytes, {}))
  const { seen, problems } = await previewImport(ctx, { table })
  expect(problems).toEqual([])
  await commitImport(request, { input: { ...table, seen, leavesOutFailed: false } })
}

it.each(operationFieldNames.filter(isWritten))(
  'the field %s is stored, answered, kept in history, exported, undone and imported',
  async (name) => {
    const shop = await newShop()
    const sample = samples[name]
    const input = typeof sample === 'function' ? sample(shop) : {}
    const [before, headsBefore] = [await shop.read(), await exported(shop.projectId)]
    const request = asRequest()
    await changeOperation(request, { projectId: shop.projectId, operationId: shop.operationId, input })
    const changed = await shop.read()
    expect(changed[name]).toEqual(input[name as keyof OperationInput])
    expect(changed[name]).not.toEqual(before[name])

    const { column, isWordsOnly } = operationFields[name]
    const file = column && (await fileOf(shop.projectId, 'xml'))
    if (column) {
      const heads = await exported(shop.projectId)
      expect(heads.get(fieldTitles[column])).not.toBe(headsBefore.get(fieldTitles[column]))
    }
    expect(touchesPlan({ entity: 'operation', action: 'update', changes: [{ field: name }] })).toBe(
      isWordsOnly !== true,
    )

    const change = (await listChanges(ctx)).find(({ changeId }) => changeId === request.requestId)
    expect(change).toMatchObject({ undoRefusal: null })
    expect(await undoChange(asRequest(), { changeId: request.requestId, verb: 'undo' })).toMatchObject({ left: [] })
    expect((await shop.read())[name]).toEqual(before[name])

    // The format with the least room for fields.
    if (file) {
      await importFile(asRequest(), file)
      // Without an id, the number is what files call an operation by: another number is another operation.
      const imported = name === 'sequence' ? await shop.readLast() : await shop.read()
      expect(imported[name]).toEqual(changed[name])
    }
  },
)

it('an operation has only fields of the table that files do not carry for a reason', () => {
  expect(operationFieldNames.filter((name) => !operationFields[name].column)).toEqual([
    // It follows from the progress and the hold, which files carry.
    'status',
    // It says how the hours are known here.
    'originalHours',
    // A run writes the reasons again.
    'placement',
  ])
})
