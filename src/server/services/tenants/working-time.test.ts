import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CalendarExceptionInput } from '#contract/holidays.ts'
import type { ShiftInput } from '#contract/shifts.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { listCategories } from '../categories/read-categories.ts'
import { changeCategory, createCategory, deleteCategory } from '../categories/write-categories.ts'
import { listChanges } from '../changes/list-changes.ts'
import { undoChange } from '../changes/undo-change.ts'
import {
  createCalendarException,
  deleteCalendarException,
  listCalendarExceptions,
} from '../holidays/calendar-exceptions.ts'
import {
  applyHolidayTemplate,
  changeHolidayTemplate,
  copyHolidayTemplate,
  createHolidayTemplate,
  deleteHolidayTemplate,
  getHolidayTemplate,
  listHolidayTemplates,
} from '../holidays/holiday-templates.ts'
import { listHolidays } from '../holidays/read-holidays.ts'
import { changeHoliday, createHoliday, deleteHoliday } from '../holidays/write-holidays.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { createOperation } from '../operations/write-operations.ts'
import { createProject } from '../projects/write-projects.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import { listShifts } from '../shifts/read-shifts.ts'
import { changeShift, createShift, deleteShift } from '../shifts/write-shifts.ts'
import { changeTenantSettings, getTenantSettings } from './settings.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await createTestTenant(database.db)
})

const week: ShiftInput = {
  name: 'Day shift',
  versions: [{ effectiveFrom: null, periods: [{ weekday: 1, fromMinute: 360, toMinute: 840 }], breaks: [] }],
}
const planVersion = async () =>
  (await ctx.app.db.withTenant(ctx, (tx) => tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))))[0]
    ?.planVersion
const historyOf = (entityId: string) =>
  ctx.app.db.withTenant(ctx, (tx) => tx.select().from(historyEntries).where(eq(historyEntries.entityId, entityId)))

describe('work centers', () => {
  it('are created, changed and deleted with history entries, and creating or changing one raises the plan version', async () => {
    const saw = await createCategory(ctx, { input: { name: 'Saw' } })
    expect(saw).toMatchObject({ color: '#3498db', capacity: 1, shiftId: null, sequence: 10, version: 1 })
    expect(await planVersion()).toBe(1)
    const two = await changeCategory(ctx, {
      categoryId: saw.categoryId,
      input: { capacity: 2 },
      expectedVersion: 1,
    })
    expect(await planVersion()).toBe(2)
    expect(await listCategories(ctx)).toEqual([two])
    const again = changeCategory(ctx, { categoryId: saw.categoryId, input: { capacity: 3 }, expectedVersion: 1 })
    await expect(again).rejects.toMatchObject({ code: 'stale', currentVersion: 2 })
    await deleteCategory(ctx, saw)
    expect((await historyOf(saw.categoryId)).map(({ action, changes }) => [action, changes.length])).toEqual(
      expect.arrayContaining([
        ['create', 5],
        ['update', 1],
        ['delete', 7],
      ]),
    )
    await expect(deleteCategory(ctx, saw)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('need a unique name and an existing shift pattern', async () => {
    await createCategory(ctx, { input: { name: 'Saw' } })
    await expect(createCategory(ctx, { input: { name: 'Saw' } })).rejects.toMatchObject({
      message: 'A work center with this name already exists: Saw.',
    })
    const foreign = createCategory(ctx, { input: { name: 'Lathe', shiftId: randomUUID() } })
    await expect(foreign).rejects.toMatchObject({ code: 'validation' })
  })

  it('can be moved outside and back while operations use them, and an undo does the same', async () => {
    const asked = withFacts(ctx, { requestId: randomUUID() })
    const { categoryId } = await createCategory(ctx, { input: { name: 'Olsen' } })
    const input = { kind: 'outside', supplier: 'Olsen Galvanizing' } as const
    const outside = await changeCategory(asked, { categoryId, input, expectedVersion: null })
    expect(outside).toMatchObject(input)
    const { projectId } = await createProject(ctx, { input: {} })
    const { operationId } = await createOperation(ctx, { projectId, input: { categoryId } })
    const turn = (verb: 'undo' | 'redo') =>
      undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId: asked.requestId, verb })
    expect(await turn('undo')).toMatchObject({ left: [] })
    expect(await listCategories(ctx)).toMatchObject([{ kind: 'inside', supplier: '' }])
    expect(await changeCategory(ctx, { categoryId, input, expectedVersion: null })).toMatchObject(input)
    const back = { categoryId, input: { kind: 'inside' }, expectedVersion: null } as const
    expect(await changeCategory(ctx, back)).toMatchObject({ kind: 'inside' })
    await removeOperation(ctx, { projectId, operationId })
  })

  it('become no pool while operations use them, also when an undo would make them one', async () => {
    const asked = withFacts(ctx, { requestId: randomUUID() })
    const { categoryId } = await createCategory(ctx, { input: { name: 'Olsen', kind: 'pool' } })
    await changeCategory(asked, { categoryId, input: { kind: 'inside' }, expectedVersion: null })
    const { projectId } = await createProject(ctx, { input: {} })
    const { operationId } = await createOperation(ctx, { projectId, input: { categoryId } })
    const back = { categoryId, input: { kind: 'pool' }, expectedVersion: null } as const
    await expect(changeCategory(ctx, back)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The kind of Olsen cannot be changed: it is used by 1 operation.',
    })
    const undo = () =>
      undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId: asked.requestId, verb: 'undo' })
    expect(await undo()).toMatchObject({ left: [{ field: 'kind', reason: 'inUse' }] })
    await removeOperation(ctx, { projectId, operationId })
    expect(await changeCategory(ctx, back)).toMatchObject({ kind: 'pool' })
  })

  it('get no working time and no capacity of their own when their work is done outside', async () => {
    const { categoryId } = await createCategory(ctx, { input: { name: 'Olsen', kind: 'outside' } })
    const times = { startsAt: '2026-12-05T08:00:00Z', endsAt: '2026-12-05T12:00:00Z' }
    const message = expect.stringContaining('Work outside goes on 24/7')
    const refused = { code: 'validation', problems: [{ path: 'categoryId', message }] }
    const one = { name: 'One', categoryId }
    for (const input of [
      { kind: 'overtime', ...one, ...times },
      { kind: 'downtime', ...one, ...times },
      { kind: 'capacity', ...one, ...times, units: 1 },
    ] as const) {
      await expect(createCalendarException(ctx, { input })).rejects.toMatchObject(refused)
    }
    await expect(createHoliday(ctx, { input: { ...one, date: '2026-12-24' } })).rejects.toMatchObject(refused)
  })

  it('cannot be deleted while operations use them, and are deleted together with their closed days', async () => {
    const saw = await createCategory(ctx, { input: { name: 'Saw' } })
    const lathe = await createCategory(ctx, { input: { name: 'Lathe' } })
    const { projectId } = await createProject(ctx, { input: {} })
    await createOperation(ctx, { projectId, input: { categoryId: saw.categoryId } })
    await createHoliday(ctx, { input: { name: 'Service', date: '2026-12-01', categoryId: lathe.categoryId } })
    await expect(deleteCategory(ctx, saw)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Saw cannot be deleted: it is used by 1 operation.',
    })
    await deleteCategory(ctx, lathe)
    expect(await listHolidays(ctx)).toEqual([])
  })
})

describe('shift patterns', () => {
  it('become the default of the organization only if they are the first, and undo removes both', async () => {
    const asked = withFacts(ctx, { requestId: randomUUID() })
    const { shiftId } = await createShift(asked, { input: week })
    expect(await getTenantSettings(ctx)).toMatchObject({ defaultShiftId: shiftId })
    expect(await historyOf(ctx.tenantId)).toMatchObject([
      { action: 'update', changes: [{ field: 'defaultShiftId', from: null, to: shiftId }] },
    ])
    expect((await listChanges(ctx))[0]?.summary).toMatchObject({ entity: 'shift', action: 'create', name: 'Day shift' })
    await createShift(ctx, { input: { ...week, name: 'Late' } })
    expect(await getTenantSettings(ctx)).toMatchObject({ defaultShiftId: shiftId })
    const undone = await undoChange(withFacts(ctx, { requestId: randomUUID() }), {
      changeId: asked.requestId,
      verb: 'undo',
    })
    expect(undone).toMatchObject({ restored: 2, left: [] })
    expect(await getTenantSettings(ctx)).toMatchObject({ defaultShiftId: null })
    expect((await listShifts(ctx)).map(({ name }) => name)).toEqual(['Late'])
    // The organization has other patterns and no default, so a new pattern does not become the default.
    await createShift(ctx, { input: { ...week, name: 'Night' } })
    expect(await getTenantSettings(ctx)).toMatchObject({ defaultShiftId: null })
  })

  it('cannot be deleted while a work center or the organization uses them', async () => {
    const shift = await createShift(ctx, { input: week })
    await createCategory(ctx, { input: { name: 'Saw', shiftId: shift.shiftId } })
    await changeTenantSettings(ctx, { input: { defaultShiftId: shift.shiftId }, expectedVersion: null })
    await expect(deleteShift(ctx, shift)).rejects.toMatchObject({
      message: 'Day shift cannot be deleted: it is used by 1 work center and the organization as its default.',
    })
    const spare = await createShift(ctx, { input: { ...week, name: 'Spare' } })
    await deleteShift(ctx, spare)
    expect(await listShifts(ctx)).toEqual([shift])
  })

  it('are changed with a version, and two of their weeks cannot begin on the same date', async () => {
    const { shiftId } = await createShift(ctx, { input: week })
    const before = await planVersion()
    const renamed = await changeShift(ctx, { shiftId, input: { name: 'Early' }, expectedVersion: 1 })
    expect(renamed).toMatchObject({ name: 'Early', versions: week.versions, version: 2 })
    expect(await planVersion()).toBe(before)
    const twice = changeShift(ctx, {
      shiftId,
      input: { versions: [...week.versions, ...week.versions] },
      expectedVersion: null,
    })
    await expect(twice).rejects.toMatchObject({ code: 'validation' })
    await expect(createShift(ctx, { input: { ...week, name: 'Early' } })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('holidays', () => {
  it('are whole days or parts of a day', async () => {
    const { holidayId } = await createHoliday(ctx, {
      input: { name: 'Stocktaking', date: '2026-12-30', fromMinute: 720, toMinute: 1440 },
    })
    const earlier = { holidayId, input: { toMinute: 600 }, expectedVersion: null }
    await expect(changeHoliday(ctx, earlier)).rejects.toMatchObject({ code: 'validation' })
    const whole = { holidayId, input: { fromMinute: null, toMinute: null }, expectedVersion: 1 }
    expect(await changeHoliday(ctx, whole)).toMatchObject({ fromMinute: null, toMinute: null, version: 2 })
    await deleteHoliday(ctx, { holidayId })
    expect(await planVersion()).toBe(3)
  })

  it('are added from a template only once', async () => {
    const [system] = await listHolidayTemplates(ctx)
    if (!system) throw new Error('No system template')
    const usual = system.items.filter(({ optional }) => !optional)
    const first = await applyHolidayTemplate(ctx, system)
    expect(first).toMatchObject({ duplicates: [] })
    expect(first.added).toHaveLength(usual.length)
    const [again, parallel] = await Promise.all([applyHolidayTemplate(ctx, system), applyHolidayTemplate(ctx, system)])
    expect([again.added, parallel.added]).toEqual([[], []])
    expect(again.duplicates).toEqual(usual)
    expect(await listHolidays(ctx)).toHaveLength(usual.length)
  })

  it('are the chosen days of a template, and a day that is not in it is refused', async () => {
    const items = [
      { name: 'Fair', date: '2026-11-19' },
      { name: 'Trip', date: '2026-11-17', optional: true },
    ]
    const { templateId } = await createHolidayTemplate(ctx, { input: { name: 'Fairs', items } })
    expect(await getHolidayTemplate(ctx, { templateId })).toMatchObject({ name: 'Fairs', items })
    const gone = applyHolidayTemplate(ctx, { templateId, chosen: [{ name: 'Fair', date: '2026-11-20' }] })
    await expect(gone).rejects.toMatchObject({ message: 'The template has changed. Choose its days again.' })
    const { added } = await applyHolidayTemplate(ctx, { templateId, chosen: [{ name: 'Trip', date: '2026-11-17' }] })
    expect(added.map(({ name }) => name)).toEqual(['Trip'])
    expect(await listHolidays(ctx)).toHaveLength(1)
    await expect(getHolidayTemplate(ctx, { templateId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('come from system templates that can be copied but not changed', async () => {
    const [system] = await listHolidayTemplates(ctx)
    if (!system) throw new Error('No system template')
    const change = { templateId: system.templateId, input: { name: 'Mine' }, expectedVersion: null }
    await expect(changeHolidayTemplate(ctx, change)).rejects.toMatchObject({ code: 'rule' })
    await expect(deleteHolidayTemplate(ctx, system)).rejects.toMatchObject({ code: 'rule' })
    const copy = await copyHolidayTemplate(ctx, system)
    expect(copy).toMatchObject({ name: `${system.name} (copy)`, isSystemTemplate: false, items: system.items })
    const own = await createHolidayTemplate(ctx, { input: { name: 'Custom', items: [] } })
    const { templateId } = copy
    await changeHolidayTemplate(ctx, { templateId, input: { name: 'A first' }, expectedVersion: 1 })
    const ours = async () =>
      (await listHolidayTemplates(ctx)).filter((template) => !template.isSystemTemplate).map(({ name }) => name)
    expect(await ours()).toEqual(['A first', 'Custom'])
    await deleteHolidayTemplate(ctx, own)
    expect(await ours()).toEqual(['A first'])
    await expect(applyHolidayTemplate(ctx, own)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('overtime and downtime', () => {
  it('can be added and removed', async () => {
    const input = {
      kind: 'overtime',
      name: 'Saturday',
      startsAt: '2026-11-21T06:00:00+01:00',
      endsAt: '2026-11-21T12:00:00+01:00',
    } as const
    const added = await createCalendarException(ctx, { input })
    expect(added).toMatchObject({ startsAt: '2026-11-21T05:00:00.000Z', categoryId: null })
    expect(await listCalendarExceptions(ctx)).toEqual([added])
    await deleteCalendarException(ctx, added)
    await expect(deleteCalendarException(ctx, added)).rejects.toMatchObject({ code: 'not_found' })
    expect(await planVersion()).toBe(2)
  })
})

describe('the capacity of a work center by time', () => {
  const startsAt = '2026-11-23T07:00:00.000Z'

  it('can be added with or without an end, and removed', async () => {
    const { categoryId } = await createCategory(ctx, { input: { name: 'Mill', capacity: 2 } })
    const half = { kind: 'capacity', name: 'One mill', startsAt, categoryId, units: 1 } as const
    const endsAt = '2026-11-25T16:00:00.000Z'
    const down = await createCalendarException(ctx, { input: { ...half, endsAt } })
    const open = await createCalendarException(ctx, { input: half })
    expect([down.units, down.endsAt, open.endsAt]).toEqual([1, endsAt, null])
    expect(await listCalendarExceptions(ctx)).toEqual(expect.arrayContaining([down, open]))
    await deleteCalendarException(ctx, open)
    expect(await listCalendarExceptions(ctx)).toEqual([down])
  })

  it('is no working time, so that the work center is open as before', async () => {
    const { categoryId } = await createCategory(ctx, { input: { name: 'Mill', capacity: 2 } })
    await createCalendarException(ctx, {
      input: { kind: 'capacity', name: 'One mill', startsAt, categoryId, units: 1 },
    })
    const { exceptions, capacitySpans } = await readTenant(ctx, (tx) => loadWorkingTime(tx, ctx.tenantId, 0))
    expect(exceptions).toEqual([])
    expect(capacitySpans).toMatchObject([{ categoryId, units: 1, startMs: Date.parse(startsAt), endMs: null }])
  })

  it.each([
    ['needs a work center', { categoryId: null }, 'categoryId'],
    ['needs a number of stations', { units: undefined }, 'units'],
    ['leaves at least one station, because closing all is downtime', { units: 0 }, 'units'],
    ['ends after it starts', { endsAt: startsAt }, 'endsAt'],
  ])('%s', (_, wrong, path) => {
    const id = randomUUID()
    const right = { kind: 'capacity', name: 'One mill', startsAt, categoryId: id, units: 1 }
    expect(CalendarExceptionInput.safeParse(right).success).toBe(true)
    const { error } = CalendarExceptionInput.safeParse({ ...right, ...wrong })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })
})

describe('the settings of an organization', () => {
  it('change only where a value was sent, and some of them raise the plan version', async () => {
    const before = await getTenantSettings(ctx)
    const after = await changeTenantSettings(ctx, { input: { projectNumberPrefix: 'P-' }, expectedVersion: 1 })
    expect(after).toEqual({
      ...before,
      projectNumberPrefix: 'P-',
      version: 2,
      modifiedAt: after.modifiedAt,
      modifiedBy: 'Test Admin',
    })
    expect(await planVersion()).toBe(0)
    expect((await createProject(ctx, { input: {} })).projectNumber).toBe('P-1001')
    const known = (await planVersion()) ?? 0
    await changeTenantSettings(ctx, { input: { timeZone: 'Europe/Berlin', freezeWorkingDays: 2 }, expectedVersion: 2 })
    expect(await planVersion()).toBe(known + 1)
    await expect(changeTenantSettings(ctx, { input: { weekStartsOn: 7 }, expectedVersion: 2 })).rejects.toMatchObject({
      code: 'stale',
    })
    const half = changeTenantSettings(ctx, { input: { freezeWorkingDays: 1.5 }, expectedVersion: null })
    await expect(half).rejects.toMatchObject({ code: 'validation' })
    const foreign = changeTenantSettings(ctx, { input: { defaultShiftId: randomUUID() }, expectedVersion: null })
    await expect(foreign).rejects.toMatchObject({ code: 'validation' })
  })
})
