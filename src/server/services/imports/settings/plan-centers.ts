import { eq } from 'drizzle-orm'
import { type CategoryInput, categorySwatches } from '#contract/categories.ts'
import type { SimilarName } from '#contract/import-previews.ts'
import type { CenterMeaning, SettingsField } from '#contract/imports.ts'
import { staysUsable } from '#domain/categories/category-kind.ts'
import type { SettingsRow } from '#domain/import/read-settings.ts'
import { type SimilarNames, similarNames } from '#domain/import/similar-names.ts'
import { nameKey, TextMap } from '#domain/import/text-key.ts'
import { categories } from '../../../db/tables/categories.table.ts'
import { shifts } from '../../../db/tables/shifts.table.ts'
import { AppError } from '../../../errors.ts'
import { countUse } from '../../categories/read-categories.ts'
import { agreedCapacity, changeCategoryWithin, createCategoryWithin } from '../../categories/write-categories.ts'
import { counted } from '../../records/record-fields.ts'
import type { RowProblem } from '../row-outcomes.ts'
import { sameSpelling } from '../same-spelling.ts'
import { resemblesMessage } from '../work-center-names.ts'
import type { PlannedSettings, PlanScope, SettingsWrite } from './plan-settings.ts'

type CategoryRow = typeof categories.$inferSelect

const fieldOf: Readonly<Record<string, SettingsField>> = {
  name: 'centerName',
  kind: 'centerKind',
  capacity: 'capacity',
  shiftId: 'centerShift',
  color: 'color',
  supplier: 'supplier',
}

type Refusal = Omit<RowProblem<SettingsField>, 'row' | 'field'> & { readonly field: SettingsField }

/** The shift patterns by name, and the names that a mistyped one may mean. */
interface Patterns {
  readonly idOf: TextMap<string>
  readonly alike: SimilarNames
}

/** The fields of a row, with the id of its shift pattern. A new work center with a supplier is one outside. */
const inputOf = (
  { values }: SettingsRow,
  { idOf, alike }: Patterns,
  isNew: boolean,
): Partial<CategoryInput> | Refusal => {
  const { centerKind, capacity, color, supplier, centerShift } = values as {
    centerKind?: CategoryInput['kind']
    capacity?: number
    color?: string
    supplier?: string
    centerShift?: string | null
  }
  const shiftId = typeof centerShift === 'string' ? idOf.get(centerShift) : centerShift
  if (typeof centerShift === 'string' && shiftId === undefined) {
    const [meant] = alike.find(centerShift)
    const question = meant === undefined ? '' : `. Did you mean "${meant}"?`
    return {
      field: 'centerShift',
      message: `There is no shift pattern "${centerShift}"${question}`,
      choices: 'shiftPatterns',
    }
  }
  const kind = centerKind ?? (isNew && supplier ? 'outside' : undefined)
  const sent = { kind, capacity, color, supplier, shiftId }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** Why the work center cannot be changed this way; null if it can. */
const refusalOf = async (
  { ctx, tx }: Pick<PlanScope, 'ctx' | 'tx'>,
  before: CategoryRow | null,
  input: Partial<CategoryInput>,
): Promise<Refusal | null> => {
  const { capacity = 1, changeovers = [], kind = 'inside' } = { ...before, ...input }
  try {
    agreedCapacity({ capacity, changeovers, kind })
  } catch (error) {
    if (error instanceof AppError) return { field: 'capacity', message: error.message }
    throw error
  }
  if (!before || input.kind === undefined || staysUsable(before, { kind: input.kind })) return null
  const used = await countUse(ctx, tx, before.categoryId)
  if (used === 0) return null
  return { field: 'centerKind', message: `The kind cannot be changed: it is used by ${counted(used, 'operation')}` }
}

const changesOf = (before: CategoryRow, input: Partial<CategoryInput>): Partial<CategoryInput> =>
  Object.fromEntries(
    Object.entries(sameSpelling(input, before)).filter(
      ([field, value]) => before[field as keyof CategoryRow] !== value,
    ),
  )

/** The stored work center that a name means, a new one, or why nothing says which. */
const finderOf = (stored: readonly CategoryRow[], meanings: readonly CenterMeaning[]) => {
  const byName = new TextMap(
    stored.map((row) => [row.name, row] as const),
    nameKey,
  )
  const meant = new TextMap(
    meanings.map(({ typed, means }) => [typed, means] as const),
    nameKey,
  )
  const alike = similarNames(stored.map(({ name }) => name))
  const similar: SimilarName[] = []
  const find = (name: string): { readonly before: CategoryRow | null } | Refusal => {
    const known = byName.get(name) ?? byName.get(meant.get(name) ?? '')
    if (known) return { before: known }
    const resembles = meant.get(name) === null ? [] : alike.find(name)
    if (resembles.length === 0) return { before: null }
    similar.push({ name, resembles: [...resembles], rows: 1 })
    return { field: 'centerName', message: resemblesMessage(name, resembles, 'workCenter'), choices: 'workCenters' }
  }
  return { find, similar }
}

/** Work centers and pools, found by name. */
export const planCenters = async ({ ctx, tx, table, read, outcomes }: PlanScope): Promise<PlannedSettings> => {
  const stored = await tx.select().from(categories).where(eq(categories.tenantId, ctx.tenantId))
  const rows = await tx
    .select({ shiftId: shifts.shiftId, name: shifts.name })
    .from(shifts)
    .where(eq(shifts.tenantId, ctx.tenantId))
  const names = { workCenters: stored.map(({ name }) => name), shiftPatterns: rows.map(({ name }) => name) }
  for (const list of Object.values(names)) list.sort((a, b) => a.localeCompare(b))
  const idOf = new TextMap(
    rows.map(({ shiftId, name }) => [name, shiftId] as const),
    nameKey,
  )
  const patterns: Patterns = { idOf, alike: similarNames(names.shiftPatterns) }
  const { find, similar } = finderOf(stored, table.centerMeanings ?? [])
  const rowOf = new Map<string, number>()
  const writes: SettingsWrite[] = []
  for (const one of read.rows) {
    const { row, isEmpty, values } = one
    const name = values.centerName as string | undefined
    if (isEmpty || outcomes.hasFailed(row)) continue
    if (name === undefined) {
      outcomes.fail({ row, field: 'centerName', message: 'Name the work center' })
      continue
    }
    const found = find(name)
    if ('message' in found) {
      outcomes.fail({ row, ...found })
      continue
    }
    const { before } = found
    const key = before?.categoryId ?? nameKey(name)
    const twin = rowOf.get(key)
    if (twin !== undefined) {
      outcomes.fail({ row, field: 'centerName', message: `The same work center as row ${twin + 1}` })
      continue
    }
    rowOf.set(key, row)
    const input = inputOf(one, patterns, before === null)
    const refusal = 'field' in input ? input : await refusalOf({ ctx, tx }, before, input)
    if (refusal || 'field' in input) {
      if (refusal) outcomes.fail({ row, ...refusal })
      continue
    }
    const swatch = categorySwatches[(stored.length + writes.length) % categorySwatches.length]
    if (!before) {
      outcomes.mark(row, 'create')
      const made = { ...(swatch && { color: swatch }), ...input, name }
      writes.push({ id: null, store: async (write) => void (await createCategoryWithin(write, { input: made })) })
      continue
    }
    const write = changeOf(before, input, (fields) => outcomes.markCells(row, fields))
    outcomes.mark(row, write ? 'update' : 'unchanged')
    if (write) writes.push(write)
  }
  return { writes, choices: names, similar }
}

/** The change of a stored work center; null = nothing differs. */
const changeOf = (
  before: CategoryRow,
  input: Partial<CategoryInput>,
  markCells: (fields: readonly (SettingsField | undefined)[]) => void,
): SettingsWrite | null => {
  const changes = changesOf(before, input)
  if (Object.keys(changes).length === 0) return null
  markCells(Object.keys(changes).map((field) => fieldOf[field]))
  const { categoryId, version } = before
  const change = { categoryId, input: changes, expectedVersion: version }
  return { id: categoryId, store: async (write) => void (await changeCategoryWithin(write, change)) }
}
