import { sql } from 'drizzle-orm'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { type KnownProject, type PhaseChange, type PhaseStep, phaseSteps } from '#domain/analytics/phase-timeline.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJson } from './read-json.ts'

type FieldChange<T> = { from: T | null; to: T | null } | null
type ChangeRow = [
  projectId: string,
  atMs: number,
  kind: PhaseChange['kind'],
  phase: FieldChange<ProjectPhase>,
  status: FieldChange<ProjectStatus>,
]
type ProjectRow = [projectId: string, createdMs: number, phase: ProjectPhase, status: ProjectStatus]

const change = (field: string) => sql`jsonb_path_query_first(changes, ${`$[*] ? (@.field == "${field}")`}::jsonpath)`
const names = (field: string) => sql`changes @> ${JSON.stringify([{ field }])}::jsonb`

/** The phases and statuses of every project that is or was, as history and the present state tell them. */
export const selectPhaseLives = async (ctx: TenantContext, tx: Tx): Promise<PhaseStep[][]> => {
  const present = await readJson<ProjectRow>(
    tx,
    [sql`project_id`, epochMs(sql`created_at`), sql`current_phase`, sql`status`],
    sql`projects where tenant_id = ${ctx.tenantId}`,
  )
  const changes = await readJson<ChangeRow>(
    tx,
    [sql`entity_id`, epochMs(sql`at`), sql`action`, sql`phase`, sql`status`],
    sql`(select entity_id, at, action, ${change('currentPhase')} as phase, ${change('status')} as status
      from history_entries where tenant_id = ${ctx.tenantId} and entity = 'project'
        and (action <> 'update' or ${names('currentPhase')} or ${names('status')})
      order by at, history_id) h`,
  )
  const byProject = new Map<string, PhaseChange[]>()
  for (const [projectId, atMs, kind, phase, status] of changes) {
    const line = { atMs, kind, phase: phase ?? undefined, status: status ?? undefined }
    const list = byProject.get(projectId)
    if (list) list.push(line)
    else byProject.set(projectId, [line])
  }
  const known = new Map<string, KnownProject>(
    present.map(([projectId, createdMs, phase, status]) => [projectId, { createdMs, phase, status }]),
  )
  return [...new Set([...known.keys(), ...byProject.keys()])].map((projectId) =>
    phaseSteps(byProject.get(projectId) ?? [], known.get(projectId) ?? null),
  )
}
