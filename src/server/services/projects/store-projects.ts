import { getTableColumns, sql } from 'drizzle-orm'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { changedStamp, diffFields } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'
import { notifyOfShipment } from './notify-of-shipment.ts'
import { keptProjectFields, type ProjectRow } from './project-fields.ts'

/** A project before (null = it is new) and after. */
export interface ProjectWrite {
  readonly before: ProjectRow | null
  readonly after: ProjectRow
}

const rowsPerStatement = 500

const excluded = sql.join(
  Object.values(getTableColumns(projects)).map(
    ({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  ),
  sql`, `,
)

/** Stores many projects of a locked organization with their history and announcement, in few statements. */
export const storeProjects = async (write: Write, writes: readonly ProjectWrite[]): Promise<void> => {
  const { ctx, tx, record } = write
  const stored = writes.map(({ before, after }) => ({
    before,
    after: before ? { ...after, ...changedStamp(ctx, before) } : after,
  }))
  for (let from = 0; from < stored.length; from += rowsPerStatement) {
    const rows = stored.slice(from, from + rowsPerStatement).map(({ after }) => after)
    await tx.execute(sql`insert into ${rowsAsJson(projects, rows)}
      on conflict (tenant_id, project_id) do update set ${excluded}`)
  }
  for (const { before, after } of stored) {
    const { projectId, version } = after
    const changes = diffFields(before && keptProjectFields(before), keptProjectFields(after))
    const action = before ? 'update' : 'create'
    if (changes.length > 0) record.history({ entity: 'project', entityId: projectId, projectId, action, changes })
    record.changed('projects', { id: projectId, version })
    if (before) notifyOfShipment(ctx, record, before, after)
  }
}
