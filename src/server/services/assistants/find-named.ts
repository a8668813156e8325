import type { Operation } from '#contract/operations.ts'
import type { SearchHit } from '#contract/search.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError } from '../../errors.ts'
import { listCategories } from '../categories/read-categories.ts'
import { listOperations } from '../operations/read-operations.ts'
import { searchRecords } from '../search/search-records.ts'
import { refusal } from './tool-answer.ts'

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in a text; null = it is a name. */
const idIn = (text: string): string | null => (idPattern.test(text) ? text.toLowerCase() : null)

const plain = (text: string): string => text.trim().replace(/^#/, '').toLowerCase()

/** The one record that a text means: by id, else the only one of that number or name, else the only one that contains it. */
const onlyOne = <T>(found: readonly T[], text: string, namesOf: (row: T) => readonly string[], noun: string): T => {
  const wanted = plain(text)
  const exact = found.filter((row) => namesOf(row).some((name) => plain(name) === wanted))
  const some =
    exact.length > 0 ? exact : found.filter((row) => namesOf(row).some((name) => plain(name).includes(wanted)))
  const [only] = some
  if (!only) throw new NotFoundError(`No ${noun} has this number or name. Use find to look for it.`)
  if (some.length > 1)
    throw refusal(`${some.length} ${noun}s match. Use find, and pass the id of the one that you mean.`)
  return only
}

/** The project that a text means. 404 without one, 422 for several. */
export const findProject = async (ctx: TenantContext, text: string): Promise<SearchHit> => {
  const id = idIn(text)
  const hits = await searchRecords(ctx, id === null ? { q: plain(text).slice(0, 100), ids: [] } : { q: '', ids: [id] })
  const projects = hits.filter(({ kind }) => kind === 'project')
  return onlyOne(projects, text, (hit) => (id === null ? [hit.projectNumber, hit.projectName] : [hit.id]), 'project')
}

/** The operation of a project that a text means. 404 without one, 422 for several. */
export const findOperation = async (
  ctx: TenantContext,
  { project, operation }: { readonly project: string; readonly operation: string },
): Promise<Operation> => {
  const { projectId } = await findProject(ctx, project)
  const id = idIn(operation)
  const operations = await listOperations(ctx, { projectId })
  return onlyOne(operations, operation, (row) => [id === null ? row.name : row.operationId], 'operation')
}

/** The work center, or the people or tools, that a text means. 404 without one, 422 for several. */
export const findWorkCenter = async (ctx: TenantContext, text: string) => {
  const id = idIn(text)
  return onlyOne(await listCategories(ctx), text, (row) => [id === null ? row.name : row.categoryId], 'work center')
}
