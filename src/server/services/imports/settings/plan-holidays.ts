import { eq } from 'drizzle-orm'
import { HolidayInput } from '#contract/holidays.ts'
import type { SettingsField } from '#contract/imports.ts'
import { isOutside, outsideRefusal } from '#domain/categories/category-kind.ts'
import type { SettingsRow } from '#domain/import/read-settings.ts'
import { nameKey, TextMap } from '#domain/import/text-key.ts'
import { categories } from '../../../db/tables/categories.table.ts'
import { holidays } from '../../../db/tables/holidays.table.ts'
import { changeHolidayWithin, insertHolidays } from '../../holidays/write-holidays.ts'
import type { RowProblem as ProblemOf } from '../row-outcomes.ts'
import type { PlannedSettings, PlanScope, SettingsWrite } from './plan-settings.ts'

type Center = Pick<typeof categories.$inferSelect, 'categoryId' | 'name' | 'kind'>
type RowProblem = ProblemOf<SettingsField>
type Made = { readonly ok: true; readonly input: HolidayInput } | { readonly ok: false; readonly problem: RowProblem }

const keyOf = ({ name, date, categoryId }: Pick<HolidayInput, 'name' | 'date' | 'categoryId'>): string =>
  `${date} ${categoryId ?? ''} ${nameKey(name)}`

/** The holiday of a row, or what is wrong with it. */
const makeHoliday = ({ row, values }: SettingsRow, centers: TextMap<Center>): Made => {
  const refused = (field: RowProblem['field'], message: string): Made => ({
    ok: false,
    problem: { row, field, message, ...(field === 'closedCenter' && { choices: 'workCenters' }) },
  })
  const { holidayName, holidayDate, closedFrom = null, closedTo = null, closedCenter } = values
  if (typeof holidayDate !== 'string') return refused('holidayDate', 'Enter the date')
  if (typeof holidayName !== 'string') return refused('holidayName', 'Name the holiday')
  const center = typeof closedCenter === 'string' ? centers.get(closedCenter) : null
  if (center === undefined) return refused('closedCenter', `There is no work center "${String(closedCenter)}"`)
  if (center && isOutside(center)) return refused('closedCenter', outsideRefusal)
  const parsed = HolidayInput.safeParse({
    name: holidayName,
    date: holidayDate,
    fromMinute: closedFrom,
    toMinute: closedTo,
    categoryId: center?.categoryId ?? null,
  })
  if (parsed.success) return { ok: true, input: parsed.data }
  return refused('closedTo', parsed.error.issues[0]?.message ?? 'Not allowed')
}

/** Closed days, found by date, name and work center. */
export const planHolidays = async ({ ctx, tx, read, outcomes }: PlanScope): Promise<PlannedSettings> => {
  const stored = await tx.select().from(holidays).where(eq(holidays.tenantId, ctx.tenantId))
  const centerRows = await tx
    .select({ categoryId: categories.categoryId, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
  const known = new Map(stored.map((row) => [keyOf(row), row]))
  const centers = new TextMap(
    centerRows.map((row) => [row.name, row] as const),
    nameKey,
  )
  const rowOf = new Map<string, number>()
  const fresh: HolidayInput[] = []
  const writes: SettingsWrite[] = []
  for (const one of read.rows) {
    const { row, isEmpty } = one
    if (isEmpty || outcomes.hasFailed(row)) continue
    const made = makeHoliday(one, centers)
    if (!made.ok) {
      outcomes.fail(made.problem)
      continue
    }
    const { input } = made
    const key = keyOf(input)
    const twin = rowOf.get(key)
    if (twin !== undefined) {
      outcomes.fail({ row, field: 'holidayName', message: `The same holiday as row ${twin + 1}` })
      continue
    }
    rowOf.set(key, row)
    const before = known.get(key)
    if (!before) {
      outcomes.mark(row, 'create')
      fresh.push(input)
      continue
    }
    const { fromMinute = null, toMinute = null } = input
    const isChanged = before.fromMinute !== fromMinute || before.toMinute !== toMinute
    outcomes.mark(row, isChanged ? 'update' : 'unchanged')
    if (!isChanged) continue
    outcomes.markCells(row, ['closedFrom', 'closedTo'])
    const change = { holidayId: before.holidayId, input: { fromMinute, toMinute }, expectedVersion: before.version }
    writes.push({ id: before.holidayId, store: async (write) => void (await changeHolidayWithin(write, change)) })
  }
  // New ones are stored together; each counts as a record.
  const made = fresh.map(
    (_, index): SettingsWrite => ({
      id: null,
      store: async (write) => {
        if (index === 0) await insertHolidays(write, fresh)
      },
    }),
  )
  const workCenters = centerRows.filter((row) => !isOutside(row)).map(({ name }) => name)
  return { writes: [...writes, ...made], choices: { workCenters: workCenters.sort((a, b) => a.localeCompare(b)) } }
}
