import { mergeProjects } from '#domain/projects/take-in-projects.ts'
import type { TenantContext } from '../../context.ts'
import { projectsPerPart } from '../scheduling-runs/read-in-parts.ts'
import { type ReadProjects, readProjects } from './read-projects.ts'

/** Of all organisations together, about a kilobyte each. */
const mostHeldProjects = 30_000
const tries = 3

/** The last list read of each organisation, by database; the one used last stands last. */
const lists = new WeakMap<object, Map<string, ReadProjects>>()

const hold = (known: Map<string, ReadProjects>, tenantId: string, list: ReadProjects): void => {
  known.delete(tenantId)
  known.set(tenantId, list)
  let count = 0
  for (const { projects } of known.values()) count += projects.length
  for (const [id, { projects }] of known) {
    if (count <= mostHeldProjects) return
    known.delete(id)
    count -= projects.length
  }
}

const merged = (held: ReadProjects | undefined, read: ReadProjects): ReadProjects | null => {
  if (read.touched === null) return read
  if (held?.day !== read.day) return null
  return { ...read, touched: null, projects: mergeProjects(held.projects, read.touched, read.projects) }
}

/**
 * All projects of the organisation: of those that this process has read before only what changed since. What changes while a large
 * list is read part by part is read again, so that nobody sees half of one plan and half of another.
 */
export const allProjects = async (ctx: TenantContext): Promise<ReadProjects> => {
  const known = lists.get(ctx.app.db.close) ?? new Map<string, ReadProjects>()
  lists.set(ctx.app.db.close, known)
  let held = known.get(ctx.tenantId)
  for (let left = tries; ; left--) {
    const changed = await readProjects(ctx, held?.change)
    const patched = merged(held, changed)
    const read = patched ? changed : await readProjects(ctx)
    held = patched ?? read
    const isOfOneInstant = (read.touched ?? read.projects).length <= projectsPerPart
    if (!isOfOneInstant && left > 1) continue
    hold(known, ctx.tenantId, held)
    return held
  }
}
