import { and, count, eq } from 'drizzle-orm'
import { limits } from '#contract/vocabulary.ts'
import { staysUsable } from '#domain/categories/category-kind.ts'
import { findCycle } from '#domain/operations/find-cycle.ts'
import { isAmong } from '../../db/among.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { countUse, thisCategory } from '../categories/read-categories.ts'
import { checkIntervals } from './check-intervals.ts'
import type { ReadScope, Target } from './kinds/kind.ts'
import { leaveField, leaveRecord, type Plan, targetsOf } from './plan.ts'
import { type Reference, references, sources, uniqueFields } from './references.ts'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : [])

/** Leaves a number or name alone if another record has it now. */
const checkUnique = async ({ ctx, tx }: ReadScope, plan: Plan): Promise<void> => {
  for (const { entity, field, source, column } of uniqueFields) {
    const wanting = targetsOf(plan, entity).filter(({ reversal }) => field in reversal.fields)
    if (wanting.length === 0) continue
    const values = wanting.map(({ reversal }) => String(reversal.fields[field]))
    const holders = await tx
      .select({ id: source.id, value: column })
      .from(source.table)
      .where(and(eq(source.tenant, ctx.tenantId), isAmong(column, values)))
    const keeps = (id: string) => {
      const reversal = plan.get(entity)?.get(id)?.reversal
      return reversal?.verb !== 'remove' && !(reversal && field in reversal.fields)
    }
    for (const target of wanting) {
      const holder = holders.find(({ value }) => value === target.reversal.fields[field])
      if (!holder || holder.id === target.change.entityId || !keeps(String(holder.id))) continue
      if (target.reversal.verb === 'make') leaveRecord(target, 'taken')
      else leaveField(target, field, 'taken')
    }
  }
}

const wantedBy = ({ change, reversal }: Target, { field }: Reference): string[] => {
  if (field !== null) return listOf(reversal.fields[field])
  return reversal.verb === 'make' ? listOf(change.projectId) : []
}

/** Leaves references alone that would name a record that does not exist. */
const checkMissing = async ({ ctx, tx }: ReadScope, plan: Plan, reference: Reference): Promise<void> => {
  const source = sources[reference.to]
  const naming = targetsOf(plan, reference.from).filter((target) => wantedBy(target, reference).length > 0)
  if (!source || naming.length === 0) return
  const ids = [...new Set(naming.flatMap((target) => wantedBy(target, reference)))]
  const found = await tx
    .select({ id: source.id })
    .from(source.table)
    .where(and(eq(source.tenant, ctx.tenantId), isAmong(source.id, ids)))
  const there = new Set(found.map(({ id }) => String(id)))
  for (const { change, reversal } of targetsOf(plan, reference.to)) {
    if (reversal.verb === 'make') there.add(change.entityId)
    if (reversal.verb === 'remove') there.delete(change.entityId)
  }
  for (const target of naming) {
    const wanted = wantedBy(target, reference)
    if (wanted.every((id) => there.has(id))) continue
    const { field } = reference
    if (field === null || reference.isRequired) leaveRecord(target, 'missing')
    else {
      const isList = Array.isArray(target.reversal.fields[field])
      leaveField(target, field, 'missing', isList ? wanted.filter((id) => there.has(id)) : null)
    }
  }
}

/**
 * Excludes records from deletion if others would still refer to them after the reversal. Returns true if it excluded
 * any.
 */
const checkInUse = async ({ ctx, tx }: ReadScope, plan: Plan, reference: Reference): Promise<boolean> => {
  const { from, to, field, source, column } = reference
  const removed = targetsOf(plan, to).filter(({ reversal }) => reversal.verb === 'remove')
  if (removed.length === 0) return false
  const ids = removed.map(({ change }) => change.entityId)
  const uses = await tx
    .select({ id: source.id, named: column })
    .from(source.table)
    .where(and(eq(source.tenant, ctx.tenantId), isAmong(column, ids)))
  let stays = false
  for (const { id, named } of uses) {
    const user = plan.get(from)?.get(String(id))?.reversal
    const ends = field !== null && user && field in user.fields && !listOf(user.fields[field]).includes(String(named))
    if (user?.verb === 'remove' || ends) continue
    const target = plan.get(to)?.get(String(named))
    if (target?.reversal.verb !== 'remove') continue
    leaveRecord(target, 'inUse')
    stays = true
  }
  return stays
}

/** A work center that operations use now stays one, and a pool stays a pool. */
const checkKinds = async ({ ctx, tx }: ReadScope, plan: Plan): Promise<void> => {
  for (const target of targetsOf(plan, 'category')) {
    const { verb, fields } = target.reversal
    if (verb !== 'write' || !('kind' in fields)) continue
    const { entityId } = target.change
    const [stored] = await tx.select({ kind: categories.kind }).from(categories).where(thisCategory(ctx, entityId))
    const kind = fields.kind === 'pool' ? 'pool' : 'inside'
    if (!stored || staysUsable(stored, { kind })) continue
    if ((await countUse(ctx, tx, entityId)) > 0) leaveField(target, 'kind', 'inUse')
  }
}

/** Leaves operations alone that would exceed the maximum per project. */
const checkRoom = async ({ ctx, tx }: ReadScope, plan: Plan): Promise<void> => {
  const made = Map.groupBy(
    targetsOf(plan, 'operation').filter(({ reversal }) => reversal.verb === 'make'),
    ({ change }) => change.projectId ?? '',
  )
  if (made.size === 0) return
  const there = await tx
    .select({ projectId: operations.projectId, count: count() })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), isAmong(operations.projectId, [...made.keys()])))
    .groupBy(operations.projectId)
  for (const { projectId, count: present } of there) {
    const targets = made.get(projectId) ?? []
    if (present + targets.length > limits.maxOperationsPerProject) for (const one of targets) leaveRecord(one, 'full')
  }
}

/** Leaves dependencies alone that would close a cycle with dependencies added since. */
const checkCycles = async ({ ctx, tx }: ReadScope, plan: Plan): Promise<void> => {
  const planned = plan.get('operation')
  const relinked = targetsOf(plan, 'operation').filter(
    ({ reversal }) => listOf(reversal.fields.dependencies).length > 0,
  )
  if (!planned || relinked.length === 0) return
  const projectIds = [...new Set(relinked.flatMap(({ change }) => change.projectId ?? []))]
  const stored = await tx
    .select({ operationId: operationDependencies.operationId, predecessorId: operationDependencies.predecessorId })
    .from(operationDependencies)
    .where(and(eq(operationDependencies.tenantId, ctx.tenantId), isAmong(operationDependencies.projectId, projectIds)))
  for (;;) {
    const back = new Map(
      relinked
        .filter(({ reversal }) => 'dependencies' in reversal.fields)
        .map(({ change, reversal }) => [change.entityId, listOf(reversal.fields.dependencies)]),
    )
    const cycle = findCycle([
      ...stored.filter(({ operationId }) => !back.has(operationId)),
      ...[...back].flatMap(([operationId, ids]) => ids.map((predecessorId) => ({ operationId, predecessorId }))),
    ])
    const member = cycle?.find((id) => (back.get(id)?.length ?? 0) > 0)
    const target = member && planned.get(member)
    if (!target) return
    leaveField(target, 'dependencies', 'cycle', [])
  }
}

/** Removes every part of a plan that would break a rule, and lists these parts. */
export const checkPlan = async (scope: ReadScope, plan: Plan): Promise<void> => {
  await checkUnique(scope, plan)
  await checkKinds(scope, plan)
  await checkRoom(scope, plan)
  await checkIntervals(scope, plan)
  for (const reference of references) await checkMissing(scope, plan, reference)
  await checkCycles(scope, plan)
  for (const reference of [...references].reverse()) {
    // A record that is kept also keeps the records that it names, which may be of the same kind.
    while ((await checkInUse(scope, plan, reference)) && reference.from === reference.to);
  }
}
