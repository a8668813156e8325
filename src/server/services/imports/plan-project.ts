import { randomUUID } from 'node:crypto'
import type { ImportField } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import { textKey } from '#domain/import/text-key.ts'
import type { TenantContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { blankProject, editProject } from '../projects/edit-project.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import { sameSpelling } from './same-spelling.ts'
import type { StoredShop } from './stored-shop.ts'

/** A project of the table before (null = it is new) and after, or why it cannot be imported. */
export type PlannedProject =
  | { readonly ok: true; readonly before: ProjectRow | null; readonly after: ProjectRow }
  | { readonly ok: false; readonly field: ImportField | null; readonly message: string }

type Refused = Extract<PlannedProject, { ok: false }>
type Found = { readonly ok: true; readonly before: ProjectRow | null } | Refused

const refused = (field: ImportField | null, message: string): Refused => ({ ok: false, field, message })

/** The only one of several that is exactly what is meant, else all. */
const exactly = (rows: readonly ProjectRow[], isExact: (row: ProjectRow) => boolean): readonly ProjectRow[] => {
  const exact = rows.length > 1 ? rows.filter(isExact) : []
  return exact.length === 1 ? exact : rows
}

/** The stored project that a group means: by external id, else by number, else by a name that only one has. */
export const findProject = ({ externalId, fields }: ProjectGroup, shop: StoredShop): Found => {
  const { projectNumber, projectName = '' } = fields
  const byNumber = projectNumber ? shop.byNumber.get(projectNumber) : undefined
  if (externalId !== undefined) {
    const found = exactly(shop.byExternalId.get(externalId) ?? [], (row) => row.externalId === externalId)
    const [known] = found
    if (found.length > 1) return refused('projectExternalId', `${found.length} projects have this ID`)
    if (known && byNumber && byNumber !== known) return refused('projectNumber', 'Another project has this number')
    if (known) return { ok: true, before: known }
    if (byNumber?.externalId)
      return refused('projectNumber', `The project with this number has the ID ${byNumber.externalId}`)
    return { ok: true, before: byNumber ?? null }
  }
  if (projectNumber) return { ok: true, before: byNumber ?? null }
  const named = exactly(shop.byName.get(projectName) ?? [], (row) => row.projectName === projectName)
  if (named.length > 1) return refused('projectName', `${named.length} projects have this name: add their numbers`)
  return { ok: true, before: named[0] ?? null }
}

/** A status beside a phase is meant, so it is applied after the status that follows from the phase. */
const editInTwo = (before: ProjectRow, { status, ...fields }: ProjectInput, endOfTodayMs: number): ProjectRow => {
  const after = editProject(before, fields, endOfTodayMs)
  return status === undefined ? after : editProject(after, { status }, endOfTodayMs)
}

/**
 * The project of a group after the import. If `before` is null, a new project with the given external id, else with the
 * group's.
 */
export const planProject = (
  ctx: TenantContext,
  group: ProjectGroup,
  {
    before,
    endOfTodayMs,
    externalId = group.externalId,
  }: { readonly before: ProjectRow | null; readonly endOfTodayMs: number; readonly externalId?: string | undefined },
): PlannedProject => {
  try {
    const { projectName, projectNumber } = group.fields
    // A new project without a name is called by its number.
    const named =
      before || projectName || !projectNumber ? group.fields : { ...group.fields, projectName: projectNumber }
    const edited = editInTwo(
      before ?? blankProject(ctx, randomUUID()),
      before ? sameSpelling(named, before) : named,
      endOfTodayMs,
    )
    const own =
      before?.externalId && externalId && textKey(before.externalId) === textKey(externalId)
        ? before.externalId
        : externalId
    return { ok: true, before, after: { ...edited, externalId: own ?? edited.externalId } }
  } catch (error) {
    if (error instanceof AppError) return refused(null, error.message)
    throw error
  }
}
