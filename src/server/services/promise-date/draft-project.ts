import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { OperationInput, RepeatedDetails } from '#contract/operations.ts'
import { type PromiseQuestion, placesBefore, type RoutingStep } from '#contract/promise-date.ts'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { blankValue, snapshotFields } from '#domain/operations/fields.ts'
import { type RepeatedOperation, repeatedFields, repeatOperations } from '#domain/operations/repeat-operations.ts'
import { withTransferBatches } from '#domain/operations/transfer-batch.ts'
import { askedDetails } from '#domain/promise-date/asked-fields.ts'
import { pick, recordOf } from '#domain/record-of.ts'
import type { SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { snapshotFieldsOf } from '#domain/scheduling/snapshot-fields.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { ValidationError } from '../../errors.ts'
import { blankOperation, editOperation } from '../operations/edit-operation.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'

/** A work center or a pool. */
export interface Resource {
  readonly name: string
  readonly kind: CategoryKind
  readonly supplier: string
}

/** The work centers and pools of the organization, by id. */
export const loadResources = async (ctx: TenantContext): Promise<ReadonlyMap<string, Resource>> => {
  const { categoryId, name, kind, supplier } = categories
  const rows = await readTenant(ctx, (tx) =>
    tx.select({ categoryId, name, kind, supplier }).from(categories).where(eq(categories.tenantId, ctx.tenantId)),
  )
  return new Map(rows.map((row) => [row.categoryId, row]))
}

const notCenter = 'Not a work center of this organization'

/** 400 for each work center or pool that the organization does not have. */
const requireResources = (steps: readonly RoutingStep[], resources: ReadonlyMap<string, Resource>): void => {
  const isCenter = (id: string): boolean | undefined => {
    const resource = resources.get(id)
    return resource && isWorkCenter(resource)
  }
  const problems = steps.flatMap(({ categoryId, poolId, alternatives = [] }, index) => [
    ...(categoryId !== null && isCenter(categoryId) !== true
      ? [{ path: `operations.${index}.categoryId`, message: notCenter }]
      : []),
    ...(poolId != null && isCenter(poolId) !== false
      ? [{ path: `operations.${index}.poolId`, message: 'Not a pool of this organization' }]
      : []),
    ...(alternatives.every((other) => isCenter(other.categoryId) === true)
      ? []
      : [{ path: `operations.${index}.alternatives`, message: notCenter }]),
  ])
  if (problems.length > 0) throw new ValidationError(problems)
}

/** A step as an operation that repeats. Its id is its place in the list. */
const repeatedOf = (step: RoutingStep, index: number): RepeatedOperation => ({
  ...(recordOf(repeatedFields, (name) => step[name] ?? blankValue(name)) as Required<RepeatedDetails>),
  operationId: String(index),
  name: step.name,
  durationHours: step.durationHours,
  categoryId: step.categoryId,
  sequence: 10 * (index + 1),
  dependencies: [...new Set(placesBefore(step, index))].map(String),
})

const isRepeated: ReadonlySet<string> = new Set(repeatedFields)
const ownDetails = askedDetails.filter((name) => !isRepeated.has(name))

/** What a step says beyond that which repeats, such as its material. */
const saidOf = (step: RoutingStep): OperationInput =>
  pick(
    step,
    ownDetails.filter((name) => step[name] !== undefined),
  )

const snapshotOf = ({ row, dependencies }: LinkedOperation): SnapshotOperation => ({
  operationId: row.operationId,
  ...snapshotFieldsOf(
    snapshotFields.map((name) => {
      const value = row[name]
      return value instanceof Date ? value.getTime() : value
    }),
  ),
  dependencies: dependencies.map(({ predecessorId, ...lag }) => ({ operationId: predecessorId, ...lag })),
})

/** The project that a routing would become, under new ids. */
export interface Draft {
  readonly draft: SnapshotProject
  /** The same operations, as they are added to the project. */
  readonly edits: readonly { readonly operationId: string; readonly input: OperationInput }[]
}

/**
 * The project that a question asks for, read by the rules for operations of a project. `newId` makes the ids of both. 400 (unknown work
 * center or pool), 422 (details that an operation cannot have together).
 */
export const draftOf = (
  ctx: TenantContext,
  { operations: steps, priority, earliestStart }: PromiseQuestion,
  resources: ReadonlyMap<string, Resource>,
  newId: () => string = randomUUID,
): Draft => {
  requireResources(steps, resources)
  const projectId = newId()
  const edits = repeatOperations(steps.map(repeatedOf), undefined, newId).map(({ operationId, input }, index) => ({
    operationId,
    input: { ...input, ...saidOf(valueAt(steps, index)) },
  }))
  const operations = edits.map(({ operationId, input }, index) => {
    const blank = blankOperation(ctx, projectId, operationId, 10 * (index + 1))
    return snapshotOf(editOperation(blank, input, 'replace', ctx.app.now()))
  })
  const draft = {
    projectId,
    projectNumber: '',
    projectName: '',
    phase: 'engineering',
    priority,
    productionStartMs: earliestStart === null ? null : Date.parse(earliestStart),
    engineeringReleaseMs: null,
    customerReleaseMs: null,
    dueMs: null,
    operations: withTransferBatches(operations),
  }
  return { draft, edits }
}
