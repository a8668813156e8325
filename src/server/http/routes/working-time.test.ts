import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { startRunner } from '../../jobs/start-runner.ts'

let server: TestServer
let home: TestTenant
let runner: { close(): Promise<void> }
const quiet = { info: () => {}, error: () => {}, warn: () => {} }
const admin = () => server.as(home.admin)
const day = { weekday: 1, fromMinute: 480, toMinute: 960 }
const versions = [1, 2, 3, 4, 5].map((weekday) => ({ ...day, weekday }))

beforeAll(async () => {
  server = await startServer()
  // A Wednesday, one hour after the shift began: today and tomorrow are working days.
  server.clock.set('2026-11-18T09:00:00Z')
  home = await server.newTenant({ timeZone: 'UTC' })
  runner = startRunner(server.services, quiet)
})
afterAll(async () => {
  await runner.close()
  await server.close()
})

const post = async (path: string, body: unknown) => {
  const answer = await admin().post(path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  return answer.body
}
/** What a change would do, without making it. */
const effectOf = (change: unknown) => post('/proposals', { changes: [change], method: 'keepSequence' })
const outdated = async () => (await admin().get('/organisation')).body.planOutdated
const scheduleAll = async () => {
  const { runId } = await post('/projects/schedule-all', {})
  for (;;) {
    const { body } = await admin().get(`/scheduling-runs/${runId}`)
    if (body.status !== 'Running') return body.status
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A shop with one saw and work for two days, due on the evening of the second working day from now. */
const buildShop = async () => {
  const { shiftId } = await post('/shifts', {
    name: 'Day',
    versions: [{ effectiveFrom: null, periods: versions, breaks: [] }],
  })
  await admin().put('/organisation', { defaultShiftId: shiftId })
  const saw = await post('/categories', { name: 'Saw' })
  const lathe = await post('/categories', { name: 'Lathe' })
  const { projectId } = await post('/projects', { projectName: 'Gate', plannedShipDate: '2026-11-19T00:00:00Z' })
  const path = `/project-operations/projects/${projectId}/operations`
  const { operationId } = await post(path, { name: 'Cut', durationHours: 10, categoryId: saw.categoryId })
  return { shiftId, saw, lathe, projectId, operation: `${path}/${operationId}` }
}

describe('working time', () => {
  it('is tried without being saved, marks the plan as outdated, and a run clears the mark', async () => {
    const { shiftId, saw, lathe, projectId, operation } = await buildShop()
    expect(await outdated()).toBeNull()
    expect(await scheduleAll()).toBe('Succeeded')

    const now = server.clock.now()
    const today = now.toISOString().slice(0, 10)
    const closed = { name: 'Closed', date: today, rule: null, categoryId: null }
    await admin().put(`/projects/${projectId}`, {
      plannedShipDate: new Date(now.getTime() + 4 * 86_400_000).toISOString(),
    })
    const none = await effectOf({ kind: 'category', categoryId: saw.categoryId, capacity: 3 })
    expect(none).toMatchObject({ movedOperations: 0, projects: [] })
    const empty = [{ effectiveFrom: null, periods: [{ weekday: 7, fromMinute: 0, toMinute: 60 }], breaks: [] }]
    const slow = await effectOf({ kind: 'shift', shiftId, versions: empty })
    expect(slow).toMatchObject({ movedOperations: 1, projects: [{ projectId, kind: 'becameLate' }] })
    expect(await outdated()).toBeNull()

    const holiday = await post('/holidays', closed)
    expect(await outdated()).toMatchObject({ code: 'holiday', name: 'Closed' })
    const back = await effectOf({ kind: 'holiday', holidayId: holiday.holidayId, holiday: null })
    // The work stands in the plan where it would be without the holiday.
    expect(back.movedOperations).toBe(0)
    // The day is worked again: it adds the seven hours after nine o'clock, and the same ten hours are booked.
    expect(back.loads).toHaveLength(2)
    expect(back.loads[0]).toMatchObject({ name: 'Saw', bookedHoursBefore: 10, bookedHoursAfter: 10 })
    expect(back.loads[0].openHoursAfter - back.loads[0].openHoursBefore).toBe(7)
    expect(back.loadsFrom).toBe(now.toISOString())

    // The other changes that an admin can make; none of them is stored.
    const moves = async (change: unknown) => (await effectOf(change)).movedOperations
    const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(await moves({ kind: 'holidays', holidays: [{ name: 'Trip', date: tomorrow }] })).toBe(1)
    expect(await moves({ kind: 'organisation', defaultShiftId: null })).toBe(1)
    expect(await moves({ kind: 'organisation', timeZone: 'America/New_York' })).toBe(1)
    // The lathe makes no difference, but the work takes the dates of the forecast, because of the holiday.
    expect(await moves({ kind: 'categoryGone', categoryId: saw.categoryId, reassignTo: lathe.categoryId })).toBe(1)
    const items = [
      { name: 'Trip', date: tomorrow },
      { name: 'Closed', date: today },
    ]
    const { templateId } = await post('/holiday-templates', { name: 'Custom', items })
    expect(await moves({ kind: 'template', templateId })).toBe(1)
    const noTemplate = { changes: [{ kind: 'template', templateId: projectId }], method: 'keepSequence' }
    expect((await admin().post('/proposals', noTemplate)).status).toBe(404)
    const overtime = { kind: 'overtime', name: 'Late', startsAt: `${today}T00:00:00Z`, endsAt: `${today}T23:59:00Z` }
    const { exceptionId } = await post('/calendar-exceptions', overtime)
    expect(await moves({ kind: 'exception', exceptionId, exception: null })).toBe(1)
    await admin().delete(`/calendar-exceptions/${exceptionId}`)
    expect((await admin().get('/holidays')).body).toHaveLength(1)
    expect(await scheduleAll()).toBe('Succeeded')
    expect(await outdated()).toBeNull()
    // The restored plan does not know the changes made since it was computed.
    const [{ runId }] = (await admin().get('/scheduling-runs')).body
    expect((await admin().post(`/scheduling-runs/${runId}/revert`, {})).status).toBe(200)
    expect(await outdated()).toMatchObject({ code: 'exception', name: 'Late' })
    expect(await scheduleAll()).toBe('Succeeded')

    expect((await admin().delete(`/categories/${saw.categoryId}`)).status).toBe(409)
    expect((await admin().get('/categories/usage')).body).toEqual([
      { categoryId: saw.categoryId, operations: 1, families: [] },
    ])
    const itself = await admin().delete(`/categories/${saw.categoryId}?reassignTo=${saw.categoryId}`)
    expect(itself.status).toBe(400)
    await server.as(home.planner).put(operation, { notes: 'Mind the burr' })
    const moved = await admin().delete(`/categories/${saw.categoryId}?reassignTo=${lathe.categoryId}`)
    expect(moved.status).toBe(204)
    expect((await admin().get(operation)).body.categoryId).toBe(lathe.categoryId)
    const history = (await admin().get(`/projects/${projectId}/history`)).body
    const change = { field: 'categoryId', from: saw.categoryId, to: lathe.categoryId }
    expect(history.flatMap(({ changes }: { changes: unknown[] }) => changes)).toContainEqual(change)
    expect(await outdated()).toMatchObject({ code: 'category', name: 'Saw' })
    const received = (await server.as(home.planner).get('/notifications')).body
    expect(received.map(({ cause }: { cause: unknown }) => cause)).toContainEqual(
      expect.objectContaining({ code: 'operationAssigned', categoryName: 'Lathe', operationName: 'Cut' }),
    )
  })

  it('can be changed by planners with overtime and downtime, while holidays and shifts need an admin', async () => {
    const planner = server.as(home.planner)
    const hours = { startsAt: '2026-11-21T08:00:00Z', endsAt: '2026-11-21T12:00:00Z' }
    const downtime = { kind: 'downtime', name: 'Saw broken', ...hours }
    const added = await planner.post('/calendar-exceptions', downtime)
    expect(added.status).toBe(201)
    const stored = async () =>
      (await planner.get('/calendar-exceptions')).body.map(({ name }: { name: string }) => name)
    expect(await stored()).toEqual(['Saw broken'])
    const undone = await planner.post(`/changes/${added.headers['x-request-id']}/undo`, {})
    expect(undone.status, undone.text).toBe(200)
    expect(await stored()).toEqual([])
    const again = await planner.post('/calendar-exceptions', downtime)
    expect((await planner.delete(`/calendar-exceptions/${again.body.exceptionId}`)).status).toBe(204)

    const day = { name: 'Fair', date: '2026-12-01' }
    expect((await planner.post('/holidays', { ...day, categoryId: null })).status).toBe(403)
    expect((await planner.post('/holidays', { ...day, fromMinute: 0, toMinute: 60 })).status).toBe(403)
    expect((await planner.post('/shifts', { name: 'Late', versions: [] })).status).toBe(403)
  })

  it('is closed by recurring holidays every year', async () => {
    const rule = { kind: 'weekday', month: 11, weekday: 4, nth: 4 }
    const holiday = await post('/holidays', { name: 'Thanksgiving', date: '2026-01-01', rule })
    expect(holiday.rule).toEqual(rule)
    const { body } = await admin().get('/schedule')
    const days = body.frame.holidays
      .filter(({ name }: { name: string }) => name === 'Thanksgiving')
      .map(({ fromMs }: { fromMs: number }) => new Date(fromMs).toISOString().slice(0, 10))
    expect(days).toEqual(['2026-11-26'])
    const bad = { name: 'x', date: '2026-01-01', rule: { kind: 'date', month: 2, day: 30, observed: 'asIs' } }
    expect((await admin().post('/holidays', bad)).status).toBe(400)
  })

  it('takes in calendar files completely or not at all', async () => {
    const event = (date: string, name: string) => `BEGIN:VEVENT\nDTSTART:${date}\nSUMMARY:${name}\nEND:VEVENT\n`
    const file = (...events: string[]) => `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR`
    const ics = file(event('20271224', 'Eve'), event('20271231', 'Silvester'))
    expect(await post('/holidays/import', { ics, dryRun: true })).toMatchObject({ added: [{}, {}], errors: [] })
    const count = async () => (await admin().get('/holidays')).body.length
    const before = await count()
    const broken = await post('/holidays/import', { ics: file(event('20271301', 'No day'), event('20271224', 'Eve')) })
    expect(broken.errors).toEqual([{ line: 3, message: 'The start is not a date between 1900 and 2099' }])
    expect(await count()).toBe(before)
    await post('/holidays/import', { ics })
    expect(await post('/holidays/import', { ics })).toMatchObject({ added: [], duplicates: [{}, {}] })
    expect(await count()).toBe(before + 2)
  })

  it('takes parts of days, yearly days and what a calendar says of them from a file, and adds none of them twice', async () => {
    const lines = (...events: string[][]) => [
      'BEGIN:VCALENDAR',
      ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
      'END:VCALENDAR',
    ]
    const ics = lines(
      ['DTSTART:20281224T120000', 'DTEND:20281224T180000', 'SUMMARY:Half day'],
      ['DTSTART;VALUE=DATE:20280501', 'RRULE:FREQ=YEARLY', 'SUMMARY:Spring day'],
      ['DTSTART;VALUE=DATE:20280801', 'DTEND;VALUE=DATE:20280804', 'SUMMARY:Repairs'],
      ['DTSTART;VALUE=DATE:20280601', 'STATUS:CANCELLED', 'SUMMARY:Called off'],
    ).join('\r\n')
    const first = await post('/holidays/import', { ics })
    expect(first.errors).toEqual([])
    expect(first.notes).toHaveLength(1)
    const stored = (await admin().get('/holidays')).body.filter(({ date }: { date: string }) => date > '2028')
    const rule = { kind: 'date', month: 5, day: 1, observed: 'asIs' }
    expect(stored).toMatchObject([
      { name: 'Spring day', date: '2028-05-01', rule, fromMinute: null },
      ...['2028-08-01', '2028-08-02', '2028-08-03'].map((date) => ({ name: 'Repairs', date, rule: null })),
      { name: 'Half day', date: '2028-12-24', fromMinute: 720, toMinute: 1080 },
    ])
    const again = await post('/holidays/import', { ics })
    expect([again.added, again.duplicates.length]).toEqual([[], stored.length])
  })

  it('keeps the order that work centers were put into', async () => {
    await post('/categories', { name: 'Paint' })
    const list = (await admin().get('/categories')).body.map(({ categoryId }: { categoryId: string }) => categoryId)
    const answer = await admin().put('/categories/order', { categoryIds: list.toReversed() })
    expect(answer.body.map(({ categoryId }: { categoryId: string }) => categoryId)).toEqual(list.toReversed())
    expect((await admin().put('/categories/order', { categoryIds: list.slice(1) })).status).toBe(400)
  })

  it('accepts the holidays of every country and region of the library', async () => {
    const places = (await admin().get('/holiday-templates/places')).body
    expect(places.length).toBeGreaterThan(500)
    const bavaria = places.find(({ name }: { name: string }) => name === 'Germany, Bayern')
    const { added } = await post(`/holiday-templates/${bavaria.templateId}/apply`, {})
    expect(added.map(({ date }: { date: string }) => date)).toContain('2026-11-01')
    const again = await post(`/holiday-templates/${bavaria.templateId}/apply`, {})
    expect([again.added.length, again.duplicates.length]).toEqual([0, added.length])
  })
})
