import { randomUUID } from 'node:crypto'
import { CategoryInput } from '#contract/categories.ts'
import type { ChoiceList, SimilarName } from '#contract/import-previews.ts'
import type { CenterMeaning } from '#contract/imports.ts'
import { may } from '#domain/access/rights.ts'
import { similarNames } from '#domain/import/similar-names.ts'
import { nameKey, TextMap } from '#domain/import/text-key.ts'
import type { TenantContext } from '../../context.ts'
import type { CategoryRow } from './stored-shop.ts'

/** A work center or a pool that the import creates. */
export interface NewCategory {
  readonly categoryId: string
  readonly name: string
  readonly kind: 'inside' | 'pool'
}

type Found =
  | { readonly ok: true; readonly categoryId: string }
  | { readonly ok: false; readonly message: string; readonly choices?: ChoiceList }
type Wanted = 'workCenter' | 'pool'

/** Finds work centers and pools by name. Unknown ones are created, where the person may do that. */
export interface WorkCenterNames {
  readonly find: (name: string, wanted: Wanted) => Found
  /** True if a name refers to an existing work center or pool. */
  readonly isCenter: (name: string) => boolean
  readonly isPool: (name: string) => boolean
  /** True if `find` would neither create a work center or pool of this name nor ask about it. */
  readonly isKnown: (name: string) => boolean
  readonly created: () => readonly NewCategory[]
  /** Names that are not there and that this person could have created. */
  readonly unknown: () => readonly string[]
  /** Names that resemble others and that the user has not resolved. */
  readonly similar: () => readonly SimilarName[]
}

interface NamesInput {
  readonly ctx: TenantContext
  readonly stored: readonly CategoryRow[]
  /** The person wants unknown ones to be created. */
  readonly creates: boolean
  readonly meanings: readonly CenterMeaning[]
}

const whatOf = (wanted: Wanted): string => (wanted === 'pool' ? 'pool' : 'work center')
const choicesOf = (wanted: Wanted): ChoiceList => (wanted === 'pool' ? 'pools' : 'workCenters')

/** The question about a name that resembles others. */
export const resemblesMessage = (name: string, resembles: readonly string[], wanted: Wanted): string =>
  `There is no ${whatOf(wanted)} "${name}". Did you mean ${resembles.map((other) => `"${other}"`).join(' or ')}?`

export const workCenterNames = ({ ctx, stored, creates, meanings }: NamesInput): WorkCenterNames => {
  const known = new TextMap<{ categoryId: string; kind: CategoryRow['kind'] }>(
    stored.map(({ name, categoryId, kind }) => [name, { categoryId, kind }]),
    nameKey,
  )
  const names = (isPool: boolean) => stored.filter(({ kind }) => (kind === 'pool') === isPool).map(({ name }) => name)
  const alike = { workCenter: similarNames(names(false)), pool: similarNames(names(true)) }
  const meant = new TextMap(
    meanings.map(({ typed, means }) => [typed, means] as const),
    nameKey,
  )
  const unknown = new Map<string, string>()
  const similar = new Map<string, SimilarName>()
  const created: NewCategory[] = []
  const mayCreate = may(ctx, 'manageCategories').ok
  const create = (typed: string, wanted: Wanted): Found => {
    const what = whatOf(wanted)
    const choices = choicesOf(wanted)
    if (!mayCreate) return { ok: false, message: `There is no ${what} "${typed}". An admin can create it.`, choices }
    if (!creates) {
      unknown.set(nameKey(typed), typed)
      return { ok: false, message: `There is no ${what} "${typed}"`, choices }
    }
    const parsed = CategoryInput.shape.name.safeParse(typed)
    if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? 'Not allowed' }
    const category = {
      categoryId: randomUUID(),
      name: parsed.data,
      kind: wanted === 'pool' ? 'pool' : 'inside',
    } as const
    created.push(category)
    known.set(typed, category)
    alike[wanted].add(typed, true)
    return { ok: true, categoryId: category.categoryId }
  }
  /** A name that is not known: what it means, whether it resembles another one, or a new one. */
  const resolve = (typed: string, wanted: Wanted): Found => {
    const means = meant.get(typed)
    if (means === null) return create(typed, wanted)
    const other = means === undefined ? undefined : known.get(means)
    if (means !== undefined)
      return other ? ofKind(other, means, wanted) : { ok: false, message: `There is no ${whatOf(wanted)} "${means}"` }
    const resembles = alike[wanted].find(typed)
    if (resembles.length === 0) return create(typed, wanted)
    const key = `${wanted} ${nameKey(typed)}`
    similar.set(key, { name: typed, resembles: [...resembles], rows: (similar.get(key)?.rows ?? 0) + 1 })
    return { ok: false, message: resemblesMessage(typed, resembles, wanted), choices: choicesOf(wanted) }
  }
  const kindOf = (name: string) => (known.get(name.trim()) ?? known.get(meant.get(name.trim()) ?? ''))?.kind
  return {
    find: (name, wanted) => {
      const typed = name.trim()
      const found = known.get(typed)
      return found ? ofKind(found, typed, wanted) : resolve(typed, wanted)
    },
    isCenter: (name) => !['pool', undefined].includes(kindOf(name)),
    isPool: (name) => kindOf(name) === 'pool',
    isKnown: (name) => kindOf(name) !== undefined,
    created: () => created,
    unknown: () => [...unknown.values()],
    similar: () => [...similar.values()],
  }
}

const ofKind = (
  { categoryId, kind }: { readonly categoryId: string; readonly kind: CategoryRow['kind'] },
  name: string,
  wanted: Wanted,
): Found => {
  if ((kind === 'pool') === (wanted === 'pool')) return { ok: true, categoryId }
  const message =
    wanted === 'pool' ? `${name} is a work center, not people or tools` : `${name} is a pool, not a work center`
  return { ok: false, message, choices: choicesOf(wanted) }
}
