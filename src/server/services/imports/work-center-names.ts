import { randomUUID } from 'node:crypto'
import { CategoryInput } from '#contract/categories.ts'
import { may } from '#domain/access/permissions.ts'
import type { TenantContext } from '../../context.ts'
import type { CategoryRow } from './stored-shop.ts'

/** A work center or a pool that the import creates. */
export interface NewCategory {
  readonly categoryId: string
  readonly name: string
  readonly kind: 'inside' | 'pool'
}

type Found = { readonly ok: true; readonly categoryId: string } | { readonly ok: false; readonly message: string }

/** Finds work centers and pools by name. Unknown ones are created, where the person may do that. */
export interface WorkCenterNames {
  readonly find: (name: string, wanted: 'workCenter' | 'pool') => Found
  readonly created: () => readonly NewCategory[]
  /** Names that are not there and that this person could have created. */
  readonly unknown: () => readonly string[]
}

const keyOf = (name: string): string => name.trim().toLowerCase()

/** `creates`: the person wants unknown ones to be created. */
export const workCenterNames = (
  ctx: TenantContext,
  stored: readonly CategoryRow[],
  creates: boolean,
): WorkCenterNames => {
  const unknown = new Map<string, string>()
  const known = new Map<string, { categoryId: string; kind: CategoryRow['kind'] }>()
  for (const { categoryId, name, kind } of stored) known.set(keyOf(name), { categoryId, kind })
  const created: NewCategory[] = []
  const mayCreate = may(ctx.role, 'manageCategories').ok
  const make = (typed: string, wanted: 'workCenter' | 'pool'): Found => {
    const what = wanted === 'pool' ? 'pool' : 'work center'
    if (!mayCreate) return { ok: false, message: `There is no ${what} "${typed}". An admin can create it.` }
    if (!creates) {
      unknown.set(keyOf(typed), typed)
      return { ok: false, message: `There is no ${what} "${typed}"` }
    }
    const parsed = CategoryInput.shape.name.safeParse(typed)
    if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? 'Not allowed' }
    const kind = wanted === 'pool' ? 'pool' : 'inside'
    const category = { categoryId: randomUUID(), name: parsed.data, kind } as const
    created.push(category)
    known.set(keyOf(typed), category)
    return { ok: true, categoryId: category.categoryId }
  }
  return {
    find: (name, wanted) => {
      const found = known.get(keyOf(name))
      if (!found) return make(name.trim(), wanted)
      if ((found.kind === 'pool') === (wanted === 'pool')) return { ok: true, categoryId: found.categoryId }
      return {
        ok: false,
        message:
          wanted === 'pool' ? `${name} is a work center, not people or tools` : `${name} is a pool, not a work center`,
      }
    },
    created: () => created,
    unknown: () => [...unknown.values()],
  }
}
