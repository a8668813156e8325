import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import type { TenantContext } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { createCategory } from '../categories/write-categories.ts'
import { undoChange } from '../changes/undo-change.ts'
import { createOperation } from '../operations/write-operations.ts'
import { createProject } from '../projects/write-projects.ts'
import { changesChannel } from '../records/store-history.ts'
import { createCalendarException, deleteCalendarException } from './calendar-exceptions.ts'
import {
  applyHolidayTemplate,
  changeHolidayTemplate,
  copyHolidayTemplate,
  createHolidayTemplate,
  deleteHolidayTemplate,
} from './holiday-templates.ts'
import { changeHoliday, createHoliday, deleteHoliday, importHolidays } from './write-holidays.ts'

let database: TestDatabase
let ctx: TenantContext
let heard: string[] = []
let stop: () => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
  stop = await database.db.listen(changesChannel, { onMessage: (payload) => heard.push(payload) })
})
afterAll(async () => {
  await stop()
  await database.close()
})

const request = (): TenantContext => ({ ...ctx, requestId: randomUUID() })

beforeEach(async () => {
  ctx = await createTestTenant(database.db)
  // A plan can be out of date only if it contains a planned operation.
  const { projectId } = await createProject(request(), { input: {} })
  const input = { scheduledStartDate: '2026-11-20T08:00:00Z', scheduledEndDate: '2026-11-20T10:00:00Z' }
  await createOperation(request(), { projectId, input })
})

/** Messages arrive in the order of their commits, so all earlier messages are here once the marker is. */
const everythingHeard = async () => {
  const marker = JSON.stringify({ marker: randomUUID() })
  await database.db.withSystem((tx) => notify(tx, changesChannel, marker))
  while (!heard.includes(marker)) await new Promise((resolve) => setTimeout(resolve, 2))
  const events = heard
    .map((payload) => JSON.parse(payload))
    .filter(({ tenantId }) => tenantId === ctx.tenantId)
    .map(({ event }): { resource: string; items: { id: string }[] } => event)
  heard = []
  return events
}

const plan = () =>
  database.db.withTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ version: tenants.planVersion, outdated: tenants.planOutdated })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId))
    return row
  })

const holiday = { name: 'Fair', date: '2026-12-01' }
const template = { name: 'Ours', items: [holiday, { name: 'Trip', date: '2026-12-02' }] }
const exception = {
  kind: 'overtime' as const,
  name: 'Late turn',
  startsAt: '2026-11-20T18:00:00Z',
  endsAt: '2026-11-20T20:00:00Z',
}
const ics = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20271224\nSUMMARY:Eve\nEND:VEVENT\nEND:VCALENDAR'

interface Write {
  readonly entity: 'holiday' | 'holidayTemplate' | 'calendarException'
  readonly action: 'create' | 'update' | 'delete'
  readonly records: number
  /** The name given as the reason why the plan is out of date, or null if no plan depends on the record. */
  readonly outdates: string | null
  /** Creates the records that the write needs, and returns the write. */
  readonly prepare: () => Promise<(as: TenantContext) => Promise<unknown>>
}

const writes: Record<string, Write> = {
  'creating a holiday': {
    entity: 'holiday',
    action: 'create',
    records: 1,
    outdates: 'Fair',
    prepare: async () => (as) => createHoliday(as, { input: holiday }),
  },
  'changing a holiday': {
    entity: 'holiday',
    action: 'update',
    records: 1,
    outdates: 'Fair',
    prepare: async () => {
      const { holidayId } = await createHoliday(request(), { input: holiday })
      return (as) => changeHoliday(as, { holidayId, input: { date: '2026-12-03' }, expectedVersion: null })
    },
  },
  'deleting a holiday': {
    entity: 'holiday',
    action: 'delete',
    records: 1,
    outdates: 'Fair',
    prepare: async () => {
      const { holidayId } = await createHoliday(request(), { input: holiday })
      return (as) => deleteHoliday(as, { holidayId })
    },
  },
  'importing a calendar': {
    entity: 'holiday',
    action: 'create',
    records: 1,
    outdates: 'Eve',
    prepare: async () => (as) => importHolidays(as, { ics }),
  },
  'applying a template': {
    entity: 'holiday',
    action: 'create',
    records: 2,
    outdates: 'Fair and 1 more',
    prepare: async () => {
      const { templateId } = await createHolidayTemplate(request(), { input: template })
      return (as) => applyHolidayTemplate(as, { templateId })
    },
  },
  'creating a template': {
    entity: 'holidayTemplate',
    action: 'create',
    records: 1,
    outdates: null,
    prepare: async () => (as) => createHolidayTemplate(as, { input: template }),
  },
  'changing a template': {
    entity: 'holidayTemplate',
    action: 'update',
    records: 1,
    outdates: null,
    prepare: async () => {
      const { templateId } = await createHolidayTemplate(request(), { input: template })
      return (as) => changeHolidayTemplate(as, { templateId, input: { items: [holiday] }, expectedVersion: null })
    },
  },
  'deleting a template': {
    entity: 'holidayTemplate',
    action: 'delete',
    records: 1,
    outdates: null,
    prepare: async () => {
      const { templateId } = await createHolidayTemplate(request(), { input: template })
      return (as) => deleteHolidayTemplate(as, { templateId })
    },
  },
  'copying a template': {
    entity: 'holidayTemplate',
    action: 'create',
    records: 1,
    outdates: null,
    prepare: async () => {
      const { templateId } = await createHolidayTemplate(request(), { input: template })
      return (as) => copyHolidayTemplate(as, { templateId })
    },
  },
  'adding overtime': {
    entity: 'calendarException',
    action: 'create',
    records: 1,
    outdates: 'Late turn',
    prepare: async () => (as) => createCalendarException(as, { input: exception }),
  },
  'removing overtime': {
    entity: 'calendarException',
    action: 'delete',
    records: 1,
    outdates: 'Late turn',
    prepare: async () => {
      const { exceptionId } = await createCalendarException(request(), { input: exception })
      return (as) => deleteCalendarException(as, { exceptionId })
    },
  },
  'adding a capacity without an end': {
    entity: 'calendarException',
    action: 'create',
    records: 1,
    outdates: 'One mill',
    prepare: async () => {
      const input = await halfTheMills()
      return (as) => createCalendarException(as, { input })
    },
  },
  'removing a capacity without an end': {
    entity: 'calendarException',
    action: 'delete',
    records: 1,
    outdates: 'One mill',
    prepare: async () => {
      const { exceptionId } = await createCalendarException(request(), { input: await halfTheMills() })
      return (as) => deleteCalendarException(as, { exceptionId })
    },
  },
}

/** One of two mills is down until further notice. */
const halfTheMills = async () => {
  const { categoryId } = await createCategory(request(), { input: { name: 'Mill', capacity: 2 } })
  return { ...exception, kind: 'capacity' as const, name: 'One mill', endsAt: null, categoryId, units: 1 }
}

/** The resource that browsers are told about, for each kind of record. */
const resources = { holiday: 'holidays', holidayTemplate: 'holidayTemplates', calendarException: 'holidays' }

const linesOf = (requestId: string) =>
  database.db.withTenant(ctx, (tx) =>
    tx
      .select()
      .from(historyEntries)
      .where(and(eq(historyEntries.tenantId, ctx.tenantId), eq(historyEntries.requestId, requestId))),
  )

describe.each(Object.entries(writes))('%s', (_, { entity, action, records, outdates, prepare }) => {
  it('writes history, is announced, and marks the plan as out of date where it matters', async () => {
    const write = await prepare()
    await everythingHeard()
    await database.db.withTenant(ctx, (tx) =>
      tx.update(tenants).set({ planOutdated: null }).where(eq(tenants.tenantId, ctx.tenantId)),
    )
    const before = await plan()
    const as = request()
    await write(as)
    const lines = await linesOf(as.requestId)
    expect(lines).toHaveLength(records)
    for (const line of lines) {
      expect(line).toMatchObject({ entity, action, userName: ctx.userName })
      expect(line.changes.length).toBeGreaterThan(0)
    }
    const heard = (await everythingHeard()).filter(({ resource }) => resource === resources[entity])
    expect(heard.flatMap(({ items }) => items.map(({ id }) => id)).sort()).toEqual(
      lines.map(({ entityId }) => entityId).sort(),
    )
    const after = await plan()
    expect(after?.version).toBe((before?.version ?? 0) + (outdates === null ? 0 : 1))
    expect(after?.outdated?.name ?? null).toBe(outdates)
  })

  it('can be undone and redone as one change', async () => {
    const write = await prepare()
    const before = await shopState(ctx)
    const as = request()
    await write(as)
    const after = await shopState(ctx)
    expect(after).not.toEqual(before)
    await everythingHeard()
    for (const [verb, state] of [
      ['undo', before],
      ['redo', after],
    ] as const) {
      const reversal = request()
      expect(await undoChange(reversal, { changeId: as.requestId, verb })).toMatchObject({
        restored: records,
        left: [],
      })
      expect(await shopState(ctx)).toEqual(state)
      expect(await linesOf(reversal.requestId)).toHaveLength(records)
      expect((await everythingHeard()).map(({ resource }) => resource)).toContain(resources[entity])
    }
  })
})
