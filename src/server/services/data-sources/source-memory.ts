import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import { inTurn } from '../../db/in-turn.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { sourceRecords } from '../../db/tables/data-sources.table.ts'
import type { Write } from '../records/write-tenant.ts'

/** What a source remembers of a project or an operation that it has brought. */
export interface SourceRecord {
  readonly recordId: string
  readonly kind: 'project' | 'operation'
  /** The values of its columns, as it last brought them, and under `heldKey` what it put on hold. */
  readonly values: Readonly<Record<string, unknown>>
  /** Since when it no longer has the record; ISO. */
  readonly missingSince: string | null
}

export type SourceMemory = ReadonlyMap<string, SourceRecord>

/** No column has this name. */
export const heldKey = '$held'

const State = z.object({ currentPhase: ProjectPhase, status: ProjectStatus })
/** A project that a run put on hold or cancelled: its state before and after. */
const HeldProject = z.object({ from: State, to: State })
export type HeldProject = z.infer<typeof HeldProject>
/** An operation that a run put on hold: the reason that it gave. */
const HeldOperation = z.object({ reason: z.string() })
export type HeldOperation = z.infer<typeof HeldOperation>

export const heldProject = (record: SourceRecord | undefined): HeldProject | null =>
  HeldProject.safeParse(record?.values[heldKey]).data ?? null
export const heldOperation = (record: SourceRecord | undefined): HeldOperation | null =>
  HeldOperation.safeParse(record?.values[heldKey]).data ?? null

const recordsPerRead = 5_000
const recordsPerStatement = 1_000

/** Everything that a source remembers, read in parts, so that others are answered meanwhile. */
export const loadMemory = async (ctx: TenantContext, sourceId: string): Promise<SourceMemory> => {
  const memory = new Map<string, SourceRecord>()
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const after = last
    const part = await readTenant(ctx, (tx) =>
      readJson<SourceRecord>(
        tx,
        sql`select json_build_object('recordId', record_id, 'kind', kind, 'values', values, 'missingSince', missing_since) as r
          from source_records
          where tenant_id = ${ctx.tenantId} and source_id = ${sourceId} and record_id > ${after}::uuid
          order by record_id limit ${recordsPerRead}`,
      ),
    )
    for (const record of part) memory.set(record.recordId, record)
    const end = part.at(-1)
    if (!end || part.length < recordsPerRead) return memory
    last = end.recordId
    await setImmediate()
  }
}

/** Stores what a source remembers anew. */
export const storeMemory = async (
  { ctx, tx }: Write,
  { sourceId, records }: { readonly sourceId: string; readonly records: readonly SourceRecord[] },
): Promise<void> => {
  const rows = records.map(({ missingSince, ...record }) => ({
    ...record,
    tenantId: ctx.tenantId,
    sourceId,
    missingSince: missingSince === null ? null : new Date(missingSince),
  }))
  function* statements() {
    for (let from = 0; from < rows.length; from += recordsPerStatement) {
      const part = rowsAsJson(sourceRecords, rows.slice(from, from + recordsPerStatement))
      yield () =>
        tx.execute(sql`insert into ${part} on conflict (tenant_id, source_id, record_id)
          do update set values = excluded.values, missing_since = excluded.missing_since`)
    }
  }
  await inTurn(statements())
}
