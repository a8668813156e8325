import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite, Results } from '@electric-sql/pglite'
import { fsyncPath } from './data-directory.ts'
import { openPglite } from './open-pglite.ts'
import type { WorkerFault, WorkerReply, WorkerRequest, WorkerResult, WorkerSettings } from './worker-messages.ts'

const settings = workerData as WorkerSettings
const reply = (message: WorkerReply) => parentPort?.postMessage(message)

const faultOf = (error: unknown): WorkerFault => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, code, constraint, table, column } = error as Error & Partial<WorkerFault>
  return { message, code, constraint, table, column }
}

const nothing: WorkerResult = { rows: [], rowCount: null, command: '', fields: [] }

/** The result of the last statement of a message. */
const resultOf = (result: Results | undefined): WorkerResult => ({
  rows: result?.rows ?? [],
  rowCount: result?.rowCount ?? null,
  command: result?.command ?? '',
  fields: result?.fields ?? [],
})

let role = settings.role

const setRole = async (pg: PGlite, name: string | null) => {
  role = name
  if (name) await pg.exec(`set role ${name}`)
}

/** Runs `work` as the superuser of the session, and then returns to the restricted role. */
const asOwner = async (pg: PGlite, work: () => Promise<void>) => {
  await pg.exec('reset role')
  try {
    await work()
  } finally {
    await setRole(pg, role)
  }
}

const checkpoint = (pg: PGlite, whenWalExceedsBytes: number) =>
  asOwner(pg, async () => {
    const { rows } = await pg.query<{ bytes: string }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()',
    )
    if (Number(rows[0]?.bytes) > whenWalExceedsBytes) await pg.exec('checkpoint')
  })

/**
 * Does the work of autovacuum, which the embedded database lacks. Otherwise dead rows would never be reused, and plans
 * would not know the number of rows. The thresholds are PostgreSQL's own (a fifth of the rows, and fifty). One task at a time:
 * either of them takes up to half a second for a table of a large organization, and everybody waits for it.
 */
const tidy = async (pg: PGlite): Promise<WorkerResult> => {
  let result = nothing
  await asOwner(pg, async () => {
    await pg.exec('select pg_stat_force_next_flush()')
    result = resultOf(
      await pg.query(`select case when n_dead_tup > 50 + n_live_tup * 0.2 then 'vacuum ' else 'analyze ' end
          || quote_ident(schemaname) || '.' || quote_ident(relname) as task from pg_stat_user_tables
        where greatest(n_dead_tup, n_mod_since_analyze) > 50 + n_live_tup * 0.2
        order by greatest(n_dead_tup, n_mod_since_analyze) desc limit 1`),
    )
    for (const { task } of result.rows as { task: string }[]) await pg.exec(task)
  })
  return result
}

const dump = async (pg: PGlite, path: string) => {
  await asOwner(pg, async () => void (await pg.exec('checkpoint')))
  const archive = await pg.dumpDataDir('gzip')
  const unfinished = `${path}.tmp`
  try {
    const handle = openSync(unfinished, 'w', 0o600)
    try {
      for await (const chunk of archive.stream()) {
        for (let written = 0; written < chunk.length; ) written += writeSync(handle, chunk, written)
      }
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  renameSync(unfinished, path)
  fsyncPath(dirname(path))
}

const perform = async (pg: PGlite, request: WorkerRequest): Promise<WorkerResult> => {
  switch (request.kind) {
    case 'query':
      return resultOf(await pg.query(request.text, [...request.values], { rowMode: request.rowMode }))
    case 'exec':
      return resultOf((await pg.exec(request.text)).at(-1))
    case 'open':
      await pg.exec(request.text)
      return nothing
    case 'setRole':
      await setRole(pg, request.role)
      return nothing
    case 'checkpoint':
      await checkpoint(pg, request.whenWalExceedsBytes)
      return nothing
    case 'tidy':
      return tidy(pg)
    case 'dump':
      await dump(pg, request.path)
      return nothing
    case 'close':
      if (settings.directory) await checkpoint(pg, 0)
      await pg.close()
      return nothing
  }
}

try {
  const pg = await openPglite(settings)
  // Nothing runs ANALYZE in this session, so a plan kept from when a table was empty (such as a foreign key check) would
  // use the wrong index for the whole session: seconds instead of milliseconds. A new plan costs almost nothing.
  await pg.exec('set plan_cache_mode = force_custom_plan')
  await setRole(pg, role)
  pg.onNotification((channel, payload) => reply({ kind: 'notification', channel, payload }))
  const handle = async (request: WorkerRequest) => {
    try {
      const result = await perform(pg, request)
      if (request.kind !== 'open') reply({ kind: 'result', result })
    } catch (error) {
      // Later statements rely on the role and the organization that the opening would have set.
      if (request.kind === 'open') process.exit(1)
      reply({ kind: 'fault', fault: faultOf(error) })
    }
    if (request.kind === 'close') parentPort?.close()
  }
  let last = Promise.resolve()
  parentPort?.on('message', (request: WorkerRequest) => {
    last = last.then(() => handle(request))
  })
  reply({ kind: 'ready' })
} catch (error) {
  reply({ kind: 'failedToOpen', fault: faultOf(error) })
}
