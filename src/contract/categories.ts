import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Decimal, DurationHours, Id, Line, RequiredLine, recordFields } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { CategoryKind } from './vocabulary.ts'

export const defaultCategoryColor = '#3498db'

/** Setup family of an operation: what its work center is set up for, such as a color. Empty = none. */
export const SetupFamily = Line(60)

/**
 * Working hours that a work center needs to change from one setup family to another. The empty family belongs to operations without one.
 */
export const Changeover = z.object({ fromFamily: SetupFamily, toFamily: SetupFamily, hours: DurationHours })
export type Changeover = z.infer<typeof Changeover>

/** Each pair of families may occur once. */
const Changeovers = z.array(Changeover).check(
  z.maxLength(2_500, 'At most 2,500 changeovers'),
  z.refine(
    (list) =>
      new Set(list.map(({ fromFamily, toFamily }) => JSON.stringify([fromFamily, toFamily]))).size === list.length,
    'A changeover is listed twice',
  ),
)

/** A category is a work center, or a pool that operations need in addition. */
export const Category = z.object({
  categoryId: AnswerId,
  name: AnswerText(),
  color: withUsual(z.string().check(z.minLength(1)), defaultCategoryColor),
  /** Number of operations it runs in parallel. */
  capacity: withUsual(z.int(), 1),
  /** A work center with changeovers runs one operation at a time. Families that are not listed need no changeover. */
  changeovers: withUsual(z.array(Changeover), []),
  /** Its own shift pattern; null = the organization's. */
  shiftId: withUsual(z.nullable(z.string()), null),
  sequence: withUsual(z.int(), 0),
  kind: withUsual(CategoryKind, 'inside'),
  /** Supplier of an outside work center; empty = not given. */
  supplier: AnswerText(),
  ...recordFields,
})
export type Category = z.infer<typeof Category>

/** Theme colors with a light and a dark shade; any other color is written as #rrggbb. */
export const categorySwatches = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8'] as const

const Color = z.string().check(z.regex(/^(#[0-9a-f]{6}|w[1-8])$/i, 'A color like #3498db'))

export const CategoryInput = z.object({
  name: RequiredLine('Name', 120),
  color: z.optional(Color),
  capacity: z.optional(Decimal(1, 1_000).check(z.refine(Number.isInteger, 'Whole numbers only'))),
  /** The complete list, which replaces the previous one. */
  changeovers: z.optional(Changeovers),
  shiftId: z.optional(z.nullable(Id)),
  sequence: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  /** Cannot change while operations use the category. */
  kind: z.optional(CategoryKind),
  supplier: z.optional(Line(120)),
})
export type CategoryInput = z.infer<typeof CategoryInput>

const params = z.object({ id: Id })

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: 'tenant',
  summary: 'Work centers',
  failed: 'Failed to fetch categories',
  response: z.array(Category),
})
export const postCategory = endpoint({
  method: 'POST',
  path: '/categories',
  access: 'manageCategories',
  summary: 'Create a work center',
  failed: 'Failed to create work center',
  body: CategoryInput,
  response: Category,
  status: 201,
})
export const putCategory = endpoint({
  method: 'PUT',
  path: '/categories/:id',
  access: 'manageCategories',
  summary: 'Change a work center',
  failed: 'Failed to update work center',
  params,
  body: z.partial(CategoryInput),
  response: Category,
  versioned: true,
})
/** The work center that takes over the operations of a deleted one. */
export const CategoryDeletion = z.object({ reassignTo: z.optional(Id) })

/** Without `reassignTo`, 409 while operations use it; otherwise they are first moved there, in the same transaction. */
export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/categories/:id',
  access: 'manageCategories',
  summary: 'Delete a work center, moving its operations to another one',
  failed: 'Failed to delete work center',
  params,
  query: CategoryDeletion,
  response: z.undefined(),
  status: 204,
})
export const listCategoryUsage = endpoint({
  method: 'GET',
  path: '/categories/usage',
  access: 'tenant',
  summary: 'How many operations use each work center, and their setup families; those with none are left out',
  failed: 'Failed to fetch categories',
  response: z.array(
    z.object({ categoryId: z.string(), operations: z.int(), families: z._default(z.array(z.string()), []) }),
  ),
})
export const putCategoryOrder = endpoint({
  method: 'PUT',
  path: '/categories/order',
  access: 'manageCategories',
  summary: 'Put the work centers into an order',
  failed: 'Failed to reorder work centers',
  body: z.object({ categoryIds: z.array(Id).check(z.minLength(1), z.maxLength(1_000)) }),
  response: z.array(Category),
})
