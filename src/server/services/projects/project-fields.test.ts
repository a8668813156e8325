import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectTable } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import { touchesPlan } from '#domain/changes/touches-plan.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { type ProjectFieldName, projectFieldNames, projectFields } from '#domain/projects/fields.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTableFile } from '../../files/read-table-file.ts'
import { undoChange } from '../changes/undo-change.ts'
import { exportProjects } from '../imports/export-projects.ts'
import { commitImport, previewImport } from '../imports/import-projects.ts'
import { readProject } from './read-projects.ts'
import { changeProject } from './write-projects.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

const asRequest = (): TenantContext => withFacts(ctx, { requestId: randomUUID() })
const day = '2024-11-20T14:00:00.000Z'

/** A change of each field; a sentence says why there is none. */
const samples: Readonly<Record<ProjectFieldName, string | ProjectInput>> = {
  projectNumber: { projectNumber: 'N-4711' },
  projectName: { projectName: 'Pump skid' },
  shortName: { shortName: 'PS' },
  customerName: { customerName: 'Ajax' },
  priority: { priority: 80 },
  status: { status: 'On Hold' },
  currentPhase: { currentPhase: 'submittals' },
  progressPercentage: { progressPercentage: 40 },
  customerReleaseDate: { customerReleaseDate: day },
  engineeringReleaseDate: { engineeringReleaseDate: day },
  productionStartDate: { productionStartDate: day },
  plannedShipDate: { plannedShipDate: day },
  actualShipDate: { actualShipDate: day, currentPhase: 'shipped' },
  description: { description: 'Two pumps on one frame' },
  externalId: 'Only an import gives a project an id of another system.',
}

const read = (projectId: string): Promise<Readonly<Record<string, unknown>>> =>
  readTenant(ctx, async (tx) => ({ ...(await readProject(ctx, tx, projectId)) }))

const fileOf = async (projectId: string) => {
  const parts: Buffer[] = []
  const selection = { projectIds: [projectId] }
  for await (const part of await exportProjects(ctx, { selection, format: 'csv' })) parts.push(Buffer.from(part))
  return readTableFile(Buffer.concat(parts), {})
}

const cellOf = async (projectId: string, name: ProjectFieldName): Promise<string | undefined> => {
  const { header, rows } = await fileOf(projectId)
  return rows[0]?.[header.indexOf(fieldTitles[projectFields[name].column])]
}

it.each(projectFieldNames.filter((name) => typeof samples[name] === 'object'))(
  'the field %s of a project is stored, answered, exported, undone and imported',
  async (name) => {
    // A project with operations has their progress.
    const { projectId } = await buildProject(asRequest())
    if (name !== 'progressPercentage') await buildOperation(asRequest(), projectId)
    const [before, cellBefore] = [await read(projectId), await cellOf(projectId, name)]
    const sample = samples[name]
    const input = typeof sample === 'object' ? sample : {}
    const request = asRequest()
    await changeProject(request, { projectId, input, expectedVersion: null, as: 'form' })
    const changed = await read(projectId)
    expect(changed[name]).toEqual(input[name as keyof ProjectInput])
    expect(changed[name]).not.toEqual(before[name])
    expect(await cellOf(projectId, name)).not.toBe(cellBefore)
    expect(touchesPlan({ entity: 'project', action: 'update', changes: [{ field: name }] })).toBe(
      projectFields[name].isInPlan === true,
    )

    const table = projectTable(await fileOf(projectId))
    expect(await undoChange(asRequest(), { changeId: request.requestId, verb: 'undo' })).toMatchObject({ left: [] })
    expect((await read(projectId))[name]).toEqual(before[name])

    // Without an id, the number is what files call a project by: another number is another project.
    if (name === 'projectNumber') return
    const { seen, problems } = await previewImport(ctx, { table })
    expect(problems).toEqual([])
    await commitImport(asRequest(), { input: { ...table, seen, leavesOutFailed: false } })
    expect((await read(projectId))[name]).toEqual(changed[name])
  },
)
