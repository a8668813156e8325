import { describe, expect, it } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice } from '#testing/builders/build-device.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { floorShop, startsAt } from '#testing/floor-shop.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'

const { shop, pass, planner, addWork, queueOf, cardsOf, report } = floorShop()

describe('the queue of a device', () => {
  it('holds the open work of its work centers in the order of the forecast: today, then the next ten, then a number', async () => {
    const bench = (await buildCategory(shop.ctx, { name: `Bench ${shop.tenant.tenantId.slice(0, 8)}` })).categoryId
    await addWork('Elsewhere', 1, { categoryId: bench })
    await addWork('Tonight', 8)
    await addWork('Now', 1)
    await addWork('Overdue', -200)
    await addWork('Done', -100, { progressPercentage: 100 })
    await addWork('Begun', 300, { progressPercentage: 40, pinned: false })
    const days = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    for (const day of days) await addWork(`Day ${day}`, day * 24)
    const cancelled = await addWork('Cancelled', 1)
    await planner().put(`/projects/${cancelled.projectId}`, { currentPhase: 'cancelled' })
    const { workCenters, timeZone, now, device: shown } = await queueOf()
    expect({ timeZone, now, shown }).toEqual({
      timeZone: 'America/Chicago',
      now: startsAt,
      shown: { deviceId: shop.device.userId, name: 'Saw tablet' },
    })
    expect(workCenters).toHaveLength(1)
    const named = (section: string) =>
      workCenters[0].operations
        .filter((card: { section: string }) => card.section === section)
        .map(({ name }: { name: string }) => name)
    expect(named('today')).toEqual(['Begun', 'Now', 'Tonight'])
    const starts = workCenters[0].operations.map(
      ({ forecastStartDate }: { forecastStartDate: string }) => forecastStartDate,
    )
    const today = named('today').length
    expect(starts.slice(0, today)).toEqual(starts.slice(0, today).toSorted())
    // The work center is taken today: late work waits for its turn.
    expect(named('next')).toEqual(['Overdue', ...days.slice(0, 9).map((day) => `Day ${day}`)])
    expect(workCenters[0].moreCount).toBe(2)
  })

  it('says what an operation waits for, needs and holds, and how much is left', async () => {
    const { projectId } = await buildProject(shop.ctx, { projectName: 'Press', projectNumber: 'P-7' })
    const first = await addWork('Prepare', 0, {}, projectId)
    const crane = await buildCategory(shop.ctx, { name: `Crane ${shop.tenant.tenantId.slice(0, 8)}`, kind: 'pool' })
    const { operationId } = await addWork(
      'Cut',
      4,
      {
        durationHours: 8,
        progressPercentage: 0,
        quantity: 12,
        notes: 'Blade 4',
        poolId: crane.categoryId,
        materialReadyDate: '2026-12-01T14:00:00.000Z',
        materialNote: 'Bars',
        dependencies: [first.operationId],
        onHold: true,
        holdReason: 'No drawing',
      },
      projectId,
    )
    const card = (await cardsOf()).find((one: { operationId: string }) => one.operationId === operationId)
    expect(card).toMatchObject({
      projectNumber: 'P-7',
      projectName: 'Press',
      name: 'Cut',
      status: 'On Hold',
      holdReason: 'No drawing',
      hoursLeft: 8,
      quantity: 12,
      notes: 'Blade 4',
      poolName: crane.name,
      waitsFor: ['Prepare'],
      materialReadyDate: '2026-12-01T14:00:00.000Z',
      materialNote: 'Bars',
      section: 'onHold',
    })
  })
})

describe('a report of a device', () => {
  it('starts, advances and ends work at the times when the buttons were pressed', async () => {
    const { operationId, read } = await addWork('Cut', 0, { durationHours: 8 })
    await pass(2 * hourMs)
    const ago = (minutes: number) => new Date(shop.server.clock.now().getTime() - minutes * 60_000).toISOString()
    const sent: [Partial<FloorReport>, object][] = [
      [
        { kind: 'start', reportedAt: ago(90) },
        { status: 'In Progress', progressPercentage: 0, actualStartDate: ago(90) },
      ],
      [
        { kind: 'progress', progressPercentage: 50, reportedAt: ago(60) },
        { progressPercentage: 50, actualStartDate: ago(90) },
      ],
      [
        { kind: 'hoursLeft', hoursLeft: 12, reportedAt: ago(45) },
        { durationHours: 16, progressPercentage: 25, actualStartDate: ago(90) },
      ],
      [
        { kind: 'hoursLeft', hoursLeft: 4, reportedAt: ago(40) },
        { durationHours: 16, progressPercentage: 75 },
      ],
      [{ kind: 'note', note: ' Blade is dull ' }, { notes: 'Saw tablet: Blade is dull' }],
      [{ kind: 'note', note: 'Changed it' }, { notes: 'Saw tablet: Blade is dull\nSaw tablet: Changed it' }],
      [
        { kind: 'hold', reason: 'Machine down' },
        { status: 'On Hold', holdReason: 'Machine down' },
      ],
      [{ kind: 'resume' }, { status: 'In Progress', holdReason: '' }],
      [
        { kind: 'done', reportedAt: ago(10) },
        { status: 'Completed', actualStartDate: ago(90), actualEndDate: ago(10) },
      ],
    ]
    for (const [fields, expected] of sent) {
      const answer = await report(operationId, fields)
      expect([answer.status, answer.text], fields.kind).toEqual([200, expect.stringContaining(operationId)])
      expect(await read(), fields.kind).toMatchObject(expected)
    }
    expect(await cardsOf()).toEqual([])
    const { body } = await planner().get(`/history?entityId=${operationId}`)
    expect(body.entries).toHaveLength(10)
    for (const entry of body.entries.slice(0, 9)) {
      expect(entry).toMatchObject({
        source: 'floor',
        userName: 'Saw tablet',
        userId: shop.device.userId,
        reversal: 'undo',
      })
    }
  })

  it('is undone by a planner like any change', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    const [{ changeId }] = (await planner().get(`/history?entityId=${operationId}`)).body.entries
    expect((await planner().post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect(await read()).toMatchObject({ onHold: false, holdReason: '', status: 'Pending' })
    expect((await planner().post(`/changes/${changeId}/redo`)).status).toBe(200)
    expect(await read()).toMatchObject({ onHold: true, holdReason: 'Machine down' })
  })

  it('has one effect when it is sent twice, also when its answer was lost', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const note = { kind: 'note', note: 'Once' } as const
    const reportedAt = shop.server.clock.now().toISOString()
    const send = () => report(operationId, { ...note, reportedAt }, 'report-1')
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await report(operationId, { ...note, note: 'Another' }, 'report-1')).status).toBe(422)
    expect((await read()).notes).toBe('Saw tablet: Once')
    // Kept for as long as a report may wait for the network.
    await pass(47 * hourMs)
    expect((await send()).body).toEqual(first.body)
    expect((await read()).notes).toBe('Saw tablet: Once')
    // The same key of another device is another key.
    const other = await buildDevice(shop.ctx, { categoryIds: [shop.saw] })
    expect(
      (await report(operationId, { ...note, reportedAt: shop.server.clock.now().toISOString() }, 'report-1', other))
        .status,
    ).toBe(200)
    const keys = await shop.server.services.db.withTenant(shop.ctx, (tx) => tx.select().from(idempotencyKeys))
    expect(keys.map(({ key, userId }) => [key, userId]).toSorted()).toEqual(
      [shop.device, other].map(({ userId }) => ['report-1', userId]).toSorted(),
    )
  })

  it('counts as now when the clock of the device is ahead, and is refused when it is too old or from before the sign-in', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const at = (hours: number) => new Date(shop.server.clock.now().getTime() + hours * hourMs).toISOString()
    const early = await report(operationId, { kind: 'start', reportedAt: at(-0.5) })
    expect([early.status, early.body.error]).toEqual([422, expect.stringContaining('before the device signed in')])
    await pass(50 * hourMs)
    const late = await report(operationId, { kind: 'start', reportedAt: at(-48.1) })
    expect([late.status, late.body.error]).toEqual([422, expect.stringContaining('more than 48 hours ago')])
    expect((await read()).actualStartDate).toBeNull()
    expect((await report(operationId, { kind: 'start', reportedAt: at(3) })).body.at).toBe(at(0))
    expect((await read()).actualStartDate).toBe(at(0))
  })

  it('about work that it does not see is a 404, as for unknown work', async () => {
    const bench = (await buildCategory(shop.ctx)).categoryId
    const elsewhere = await addWork('Elsewhere', 0, { categoryId: bench })
    const nowhere = await addWork('Nowhere', 0, { categoryId: null })
    const other = await shop.server.newTenant()
    const theirs = await shop.server.contextOf(other.admin)
    const foreign = await buildOperation(theirs, (await buildProject(theirs)).projectId, { name: 'Theirs' })
    for (const id of [elsewhere, nowhere, foreign].map(({ operationId }) => operationId).concat(crypto.randomUUID())) {
      const { status, body } = await report(id, { kind: 'done' })
      expect([status, body.error]).toEqual([404, 'Not found.'])
    }
    expect((await elsewhere.read()).status).toBe('Pending')
  })

  it('that does not fit any more is refused with the reason', async () => {
    const { operationId, path, projectId } = await addWork('Cut', 0)
    const errorOf = async (fields: Partial<FloorReport>) => {
      const { status, body } = await report(operationId, fields)
      return `${status} ${body.error ?? ''}`
    }
    expect(await errorOf({ kind: 'resume' })).toBe('422 It is not on hold any more.')
    await planner().put(path, { onHold: true })
    expect(await errorOf({ kind: 'start' })).toBe('422 It is on hold. Resume it first.')
    expect(await errorOf({ kind: 'hold', reason: 'Again' })).toBe('422 It is on hold already.')
    await planner().put(path, { onHold: false, progressPercentage: 20 })
    await report(operationId, { kind: 'start' })
    expect(await errorOf({ kind: 'start' })).toBe('422 It was started already.')
    await planner().put(path, { progressPercentage: 100 })
    expect(await errorOf({ kind: 'done' })).toBe('422 It is done already.')
    expect(await errorOf({ kind: 'note', note: 'Behind the rack' })).toBe('200 ')
    await planner().put(path, { progressPercentage: 20 })
    await planner().put(`/projects/${projectId}`, { currentPhase: 'cancelled' })
    expect(await errorOf({ kind: 'done' })).toBe('422 Its project is not worked on any more: Cancelled.')
  })

  it('names what its kind needs, and nothing else counts', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    for (const fields of [
      { kind: 'hoursLeft' },
      { kind: 'hoursLeft', hoursLeft: 0 },
      { kind: 'progress' },
      { kind: 'progress', progressPercentage: 100 },
      { kind: 'hold' },
      { kind: 'note' },
      { kind: 'hold', reason: ' ' },
      { kind: 'note', note: ' ' },
      { kind: 'note', note: 'x'.repeat(501) },
      { kind: 'start', reportedAt: 'yesterday' },
      { kind: 'remove' },
    ]) {
      expect((await report(operationId, fields as Partial<FloorReport>)).status, JSON.stringify(fields)).toBe(400)
    }
    expect(await read()).toMatchObject({ status: 'Pending', version: 1 })
  })
})

describe('the hold reason', () => {
  it('is forgotten with the hold, also when a planner releases or completes the work', async () => {
    const { operationId, path, read } = await addWork('Cut', 0)
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    await planner().put(path, { notes: 'Seen' })
    expect(await read()).toMatchObject({ holdReason: 'Machine down' })
    await planner().put(path, { onHold: false })
    expect(await read()).toMatchObject({ holdReason: '' })
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    await report(operationId, { kind: 'done' })
    expect(await read()).toMatchObject({ status: 'Completed', holdReason: '' })
  })
})
