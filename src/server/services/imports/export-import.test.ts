import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExportFormat, exportFormats } from '#contract/exports.ts'
import { projectTable } from '#contract/imports.ts'
import type { OperationInput } from '#contract/operations.ts'
import type { ProjectInput } from '#contract/projects.ts'
import { projectPhases } from '#contract/vocabulary.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { readTableFile } from '../../files/read-table-file.ts'
import { listCategories } from '../categories/read-categories.ts'
import { createCategory } from '../categories/write-categories.ts'
import { keptOperationFields } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { addOperations } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { createProject } from '../projects/write-projects.ts'
import { exportProjects } from './export-projects.ts'
import { commitImport, previewImport } from './import-projects.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const asRequest = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID() })
const projectIdsOf = async (ctx: TenantContext) => (await listProjects(ctx)).map(({ projectId }) => projectId)

const fileOf = async (ctx: TenantContext, format: ExportFormat): Promise<Buffer> => {
  const parts: Buffer[] = []
  const selection = { projectIds: await projectIdsOf(ctx) }
  for await (const part of await exportProjects(ctx, { selection, format })) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const importFile = async (ctx: TenantContext, bytes: Buffer) => {
  const table = projectTable(await readTableFile(bytes, {}))
  const preview = await previewImport(ctx, { table })
  expect(preview.problems).toEqual([])
  if (preview.counts.create + preview.counts.update === 0) return preview
  await commitImport(asRequest(ctx), { input: { ...table, seen: preview.seen, leavesOutFailed: false } })
  return preview
}

/** Everything that a planner knows of projects and operations, with names in place of ids. External ids are left out. */
const shopOf = async (ctx: TenantContext) => {
  const centers = new Map((await listCategories(ctx)).map(({ categoryId, name }) => [categoryId, name]))
  const projects = await listProjects(ctx)
  const ids = projects.map(({ projectId }) => projectId)
  const operations = await readTenant(ctx, (tx) => selectOperations(ctx, tx, ids))
  const numberOf = new Map(projects.map(({ projectId, projectNumber }) => [projectId, projectNumber]))
  const nameOf = new Map(operations.map(({ row }) => [row.operationId, `${row.sequence} ${row.name}`]))
  return {
    projects: projects
      .map(
        ({
          projectNumber,
          projectName,
          shortName,
          customerName,
          priority,
          status,
          currentPhase,
          description,
          ...rest
        }) => [
          projectNumber,
          projectName,
          shortName,
          customerName,
          priority,
          status,
          currentPhase,
          description,
          rest.customerReleaseDate,
          rest.engineeringReleaseDate,
          rest.productionStartDate,
          rest.plannedShipDate,
          rest.actualShipDate,
          rest.progressPercentage,
        ],
      )
      .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
    operations: operations
      .map((operation) => {
        const { placement, externalId, categoryId, poolId, dependencies, alternatives, ...fields } =
          keptOperationFields(operation)
        const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent, ...own } =
          fields
        return {
          project: numberOf.get(operation.row.projectId),
          ...own,
          workCenter: centers.get(categoryId ?? ''),
          pool: centers.get(poolId ?? ''),
          alternatives: alternatives.map((one) => [centers.get(one.categoryId), one.durationHours]),
          dependencies: dependencies.map((id) => [
            nameOf.get(id),
            dependencyLagHours[id],
            dependencyLagUnits[id],
            dependencyMaxLagHours[id],
            dependencyOverlapPercent[id],
          ]),
        }
      })
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  }
}

const word = fc.constantFrom(
  'Frame',
  'Ünïcode ✓',
  '=1+1',
  "'quoted",
  '+49',
  '<b>&amp;',
  '0042',
  'a;b,c',
  '"q"',
  'שלום',
  'two  blanks',
  '-5',
  '-',
  '#N/A',
  "'#REF!",
  '########',
  'Fra\u0308se',
  'a\u000bb',
  '_x000D_ _X005f_',
  'line\r\nend',
  '20261218',
  '1E5',
  'yes',
  '\u200b=1',
  '12 h',
)
const long = fc.constantFrom(
  '',
  'One line',
  'Two\nlines\n',
  ' blanks ',
  '=HYPERLINK("x")',
  "''",
  'tab\there',
  'CR\r\nLF\rCR',
  'x\r\r\n',
  ' #N/A',
  "'=1",
  'control \u0001\u001f\uffff',
  'x'.repeat(90),
  '<![CDATA[x]]>',
  '&#13;&amp;#13;',
  'mark\ufeff inside',
)
/** Most dates are whole minutes, as people enter them; reports have milliseconds. In the zone of the test, an hour occurs twice. */
const minute = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 }).map((at) => at * 60_000),
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    fc.integer({ min: Date.UTC(2026, 10, 1, 5), max: Date.UTC(2026, 10, 1, 9) }),
  )
  .map((at) => new Date(at).toISOString())
const date = fc.option(minute, { nil: null })
const hours = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ min: 0.01, max: 99, noNaN: true }))

const project = fc.record({
  projectName: word,
  shortName: word,
  customerName: word,
  description: long,
  priority: fc.nat(100),
  customerReleaseDate: date,
  engineeringReleaseDate: date,
  productionStartDate: date,
  plannedShipDate: date,
  currentPhase: fc.constantFrom(...projectPhases),
})
const operation = fc.record({
  name: word,
  description: long,
  notes: long,
  materialNote: word,
  setupFamily: word,
  holdReason: word,
  durationHours: hours,
  materialReadyDate: date,
  onHold: fc.boolean(),
  progressPercentage: fc.constantFrom(0, 0, 40, 0.25, 33.3),
  center: fc.nat(5),
  pool: fc.boolean(),
  other: fc.boolean(),
  fixed: fc.boolean(),
  start: date,
  span: fc.nat(500),
  begun: fc.constantFrom(
    '2026-11-01T06:30:00.000Z',
    '2026-11-01T07:30:00.000Z',
    '2026-11-17T00:14:32.559Z',
    '2026-11-17T14:00:07.000Z',
  ),
  pinned: fc.boolean(),
  setup: fc.option(hours, { nil: null }),
  sequence: fc.constantFrom(10, 20, 30, null),
  links: fc.array(
    fc.record({
      before: fc.nat(5),
      lag: fc.constantFrom(0, 0, 2, 1 / 3),
      unit: fc.constantFrom('working', 'calendar'),
      most: fc.option(fc.constant(50), { nil: null }),
      overlap: fc.option(fc.constant(37.5), { nil: null }),
    }),
    { maxLength: 2 },
  ),
})
const shop = fc.array(fc.tuple(project, fc.array(operation, { maxLength: 5 })), { minLength: 1, maxLength: 3 })
type Shop = typeof shop extends fc.Arbitrary<infer S> ? S : never

const build = async (ctx: TenantContext, projects: Shop): Promise<void> => {
  const centers: string[] = []
  for (const name of ['Saw', 'Mill 1', 'Mill: 2', 'Cut; "bend", 3', 'Fra\u0308se'])
    centers.push((await createCategory(asRequest(ctx), { input: { name } })).categoryId)
  const { categoryId: poolId } = await createCategory(asRequest(ctx), { input: { name: 'Crane', kind: 'pool' } })
  for (const [index, [fields, operations]] of projects.entries()) {
    const shipped = fields.currentPhase === 'shipped' && { actualShipDate: '2026-11-02T16:20:30.400Z' }
    const input: ProjectInput = { ...fields, ...shipped, projectNumber: `00${index} x` }
    const { projectId } = await createProject(asRequest(ctx), { input })
    const ids = operations.map(() => randomUUID())
    const edits = operations.map((one, at) => {
      const { name, description, notes, materialNote, setupFamily, durationHours, materialReadyDate, onHold } = one
      const { holdReason } = one
      const categoryId = centers[one.center] ?? null
      const links = one.links
        .filter(({ before }) => before < at)
        .map((link) => ({ ...link, id: ids[link.before] ?? '' }))
      const end = one.start === null ? null : new Date(Date.parse(one.start) + one.span * 3_600_000).toISOString()
      const other = centers[(one.center + 1) % centers.length] ?? ''
      const hasOther = one.other && categoryId !== null && categoryId !== other && one.setup === null
      const input: OperationInput = {
        name,
        description,
        notes,
        materialNote,
        setupFamily,
        durationHours,
        materialReadyDate,
        onHold,
        holdReason,
        categoryId,
        progressPercentage: one.progressPercentage,
        poolId: one.pool ? poolId : null,
        categoryFixed: one.fixed,
        ...(hasOther && { alternatives: [{ categoryId: other, durationHours: 5.5 }] }),
        ...(one.setup !== null && { setupHours: one.setup, hoursPerPiece: 0.25, quantity: 8 }),
        ...(one.sequence !== null && { sequence: one.sequence }),
        ...(one.progressPercentage > 0 && { actualStartDate: one.begun }),
        scheduledStartDate: one.start,
        scheduledEndDate: end,
        pinned: one.pinned && one.start !== null,
        dependencies: [...new Set(links.map(({ id }) => id))],
        dependencyLagHours: Object.fromEntries(links.map(({ id, lag }) => [id, lag])),
        dependencyLagUnits: Object.fromEntries(
          links.map(({ id, unit }) => [id, unit === 'working' ? 'working' : 'calendar']),
        ),
        dependencyMaxLagHours: Object.fromEntries(links.map(({ id, most }) => [id, most])),
        dependencyOverlapPercent: Object.fromEntries(links.map(({ id, overlap }) => [id, overlap])),
      }
      return { operationId: ids[at] ?? '', input }
    })
    if (edits.length > 0) await addOperations(asRequest(ctx), { projectId, edits })
  }
}

/** An organization in a zone with changes of the clock. */
const newShop = async (): Promise<TenantContext> => {
  const ctx = await createTestTenant(database.db)
  await database.db.withSystem((tx) =>
    tx.update(tenants).set({ timeZone: 'America/Chicago' }).where(eq(tenants.tenantId, ctx.tenantId)),
  )
  return ctx
}

describe('an export', () => {
  it.each(exportFormats)(
    'as %s is imported elsewhere without a loss, and changes nothing in its own organization',
    { tags: ['property'], timeout: 120_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(shop, async (projects) => {
          const [from, to] = [await newShop(), await newShop()]
          await build(from, projects)
          const before = await shopOf(from)
          const bytes = await fileOf(from, format)
          await importFile(to, bytes)
          expect(await shopOf(to)).toEqual(before)
          const again = await importFile(from, bytes)
          expect(again).toMatchObject({ changed: [], counts: { create: 0, update: 0 } })
          expect(await shopOf(from)).toEqual(before)
        }),
        { numRuns: propertyRuns(20), endOnFailure: true },
      )
    },
  )

  it.each(exportFormats)(
    'of some operations as %s keeps the links to the others, and changes nothing in its own organization',
    async (format) => {
      const ctx = await newShop()
      const { projectId } = await createProject(asRequest(ctx), { input: { projectNumber: '7' } })
      const [cut, weld, paint] = [randomUUID(), randomUUID(), randomUUID()]
      const edits = [
        { operationId: cut, input: { name: 'Cut', durationHours: 1 } },
        { operationId: weld, input: { name: 'Weld', durationHours: 1, dependencies: [cut] } },
        {
          operationId: paint,
          input: { name: 'Paint', durationHours: 1, dependencies: [cut, weld], dependencyLagHours: { [cut]: 2 } },
        },
      ]
      await addOperations(asRequest(ctx), { projectId, edits })
      const parts: Buffer[] = []
      const selection = { projectIds: [projectId], operationIds: new Set([weld, paint]) }
      for await (const part of await exportProjects(ctx, { selection, format })) parts.push(Buffer.from(part))
      const { counts } = await importFile(ctx, Buffer.concat(parts))
      expect(counts).toMatchObject({ create: 0, update: 0, failed: 0 })
    },
  )

  it.each(exportFormats)(
    'as %s without a predecessor does not chain the operations of another shop',
    async (format) => {
      const [from, to] = [await newShop(), await newShop()]
      const { projectId } = await createProject(asRequest(from), { input: { projectNumber: '7' } })
      const edits = ['Cut', 'Weld'].map((name) => ({ operationId: randomUUID(), input: { name, durationHours: 1 } }))
      await addOperations(asRequest(from), { projectId, edits })
      await importFile(to, await fileOf(from, format))
      expect((await shopOf(to)).operations.map(({ dependencies }) => dependencies)).toEqual([[], []])
    },
  )

  it("as CSV has reported and planned times in the organization's local time", async () => {
    const ctx = await newShop()
    const { projectId } = await createProject(asRequest(ctx), { input: { projectNumber: '7' } })
    const input = {
      name: 'Cut',
      durationHours: 4,
      progressPercentage: 40,
      scheduledStartDate: '2026-11-16T14:30:00.000Z',
      actualStartDate: '2026-11-17T00:14:32.559Z',
    }
    await addOperations(asRequest(ctx), { projectId, edits: [{ operationId: randomUUID(), input }] })
    const text = (await fileOf(ctx, 'csv')).toString()
    expect(text).toContain('"2026-11-16 08:30"')
    expect(text).toContain('"2026-11-16 18:14:32.559"')
    expect(text).not.toContain(`"'-"`)
  })

  it('as CSV neutralizes formulas', async () => {
    const ctx = await createTestTenant(database.db)
    await createProject(ctx, { input: { projectNumber: '=1+1', projectName: '@SUM(A1)' } })
    const text = (await fileOf(ctx, 'csv')).toString()
    expect(text).toContain(`"'=1+1"`)
    expect(text).toContain(`"'@SUM(A1)"`)
  })
})
