import { dataSources } from '#server/db/tables/data-sources.table.ts'
import { buildDataSource, buildSourceRun, oneDoubt, sourceInput } from '../builders/build-data-source.ts'
import type { MakeRequest } from './matrix-request.ts'
import type { World } from './world.ts'

const adminOf = ({ server, home }: World) => server.contextOf(home.admin)

const withoutSources = async ({ server, home, other }: World): Promise<void> => {
  for (const { admin } of [home, other]) {
    const ctx = await server.contextOf(admin)
    await server.services.db.withTenant(ctx, (tx) => tx.delete(dataSources))
  }
}

const source = async (world: World): Promise<string> => (await buildDataSource(await adminOf(world))).sourceId

const sourceWithFile = async (world: World): Promise<string> => {
  const sourceId = await source(world)
  await world.admin.put(`/sources/${sourceId}/file`, 'Project number,Operation\n')
  return sourceId
}

const table = 'Project number,Operation\n1042,Cut\n'

const run = async (world: World, overrides: Parameters<typeof buildSourceRun>[2] = {}) => {
  const ctx = await adminOf(world)
  const { sourceId } = await buildDataSource(ctx)
  const { runId } = await buildSourceRun(ctx, sourceId, overrides)
  return { id: sourceId, runId }
}

/** Valid requests for data sources. They are the admin's, so that other planners may not change them. */
export const sourceRequests: Readonly<Record<string, MakeRequest>> = {
  listDataSources: () => ({}),
  listSourceAttention: () => ({}),
  // No address is allowed, and there is no folder.
  readSourceSample: () => ({ body: { origin: { kind: 'folder', pattern: 'orders.csv' } } }),
  postDataSource: async (world) => {
    // So many requests would set up more than an organization may have.
    await withoutSources(world)
    return { body: sourceInput({ name: world.unique('Source') }) }
  },
  patchDataSource: async (world) => ({ params: { id: await source(world) }, body: { isPaused: true } }),
  deleteDataSource: async (world) => ({ params: { id: await source(world) } }),
  runDataSource: async (world) => ({ params: { id: await sourceWithFile(world) }, body: { appliesAll: false } }),
  putSourceFile: async (world) => ({ params: { id: await source(world) }, query: '?name=orders.csv', body: table }),
  listSourceRuns: async (world) => ({ params: { id: await source(world) } }),
  getSourceRun: async (world) => ({ params: await run(world) }),
  decideSourceRun: async (world) => ({
    params: await run(world, { run: { outcome: 'waiting' }, details: { file: Buffer.from(table) } }),
    body: { applies: false, seen: '' },
  }),
  dismissSourceDoubts: async (world) => ({
    params: await run(world, { run: { openDoubts: 1 }, details: { doubts: oneDoubt } }),
  }),
}
