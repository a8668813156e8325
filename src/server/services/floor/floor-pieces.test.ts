import { describe, expect, it } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import { dayMs, minuteMs } from '#domain/time/units.ts'
import { floorShop } from '#testing/floor-shop.ts'
import { mintTenantContext } from '../../context.ts'
import { findOldNames, pruneNames } from '../work-time/prune-names.ts'

const { shop, pass, admin, planner, addWork, cardsOf, queueOf, report } = floorShop()

const settings = async (change: object) => {
  const { version } = (await planner().get('/organisation')).body
  const answer = await admin().put('/organisation', change, { 'If-Match': String(version) })
  expect(answer.status, answer.text).toBe(200)
}
const addWorker = async (name: string, code: string, more: object = {}) => {
  const answer = await admin().post('/workers', { name, code, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const entriesOf = async (path: string, who = planner()) => (await who.get(`${path}/floor-reports`)).body
const errorOf = async (operationId: string, fields: Partial<FloorReport>) => {
  const { status, body } = await report(operationId, fields)
  return `${status} ${body.error ?? ''}`
}

describe('pieces', () => {
  it('reports add up on the card, move progress, and count once when they are sent twice', async () => {
    const { operationId, path, read } = await addWork('Paint', 0, { durationHours: 40, quantity: 40 })
    const pieces = { kind: 'pieces', good: 12, scrap: 1, scrapReason: 'Damaged' } as const
    const reportedAt = shop.server.clock.now().toISOString()
    for (const _twice of [1, 2])
      expect((await report(operationId, { ...pieces, reportedAt }, 'pieces-1')).status).toBe(200)
    expect(await read()).toMatchObject({ progressPercentage: 30, status: 'In Progress', actualStartDate: reportedAt })
    expect((await cardsOf())[0]).toMatchObject({ goodPieces: 12, scrapPieces: 1, hoursLeft: 28, workingCount: 1 })
    await report(operationId, { kind: 'pieces', good: 28, reportedAt })
    expect((await cardsOf())[0]).toMatchObject({ goodPieces: 40, scrapPieces: 1, progressPercentage: 99 })
    expect(await entriesOf(path)).toMatchObject({
      good: 40,
      scrap: 1,
      reworkHours: 1,
      entries: [
        { good: 28, scrap: 0 },
        { good: 12, scrap: 1, reason: 'Damaged', reportedBy: 'Saw tablet' },
      ],
    })
  })

  it('an undo takes pieces back together with their progress, and a redo brings them back', async () => {
    const { operationId, path, read } = await addWork('Paint', 0, { durationHours: 40, quantity: 40 })
    await report(operationId, { kind: 'start' })
    await report(operationId, { kind: 'pieces', good: 10 })
    const { entries } = (await planner().get(`/history?entityId=${operationId}`)).body
    const { changeId } = entries[0]
    expect((await planner().post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect(await entriesOf(path)).toMatchObject({ good: 0, entries: [] })
    expect(await read()).toMatchObject({ progressPercentage: 0 })
    expect((await planner().post(`/changes/${changeId}/redo`)).status).toBe(200)
    expect(await entriesOf(path)).toMatchObject({ good: 10 })
    expect(await read()).toMatchObject({ progressPercentage: 25 })
  })

  it('a report needs at least one piece, and a reason for scrap', async () => {
    const { operationId } = await addWork('Paint', 0, { quantity: 40 })
    for (const fields of [
      { good: 0 },
      { good: 1, scrap: 1 },
      { good: 1.5 },
      { good: -1 },
      { scrap: 1, scrapReason: 'x' },
    ]) {
      expect((await report(operationId, { kind: 'pieces', ...fields })).status, JSON.stringify(fields)).toBe(400)
    }
  })

  it('more hours than the estimate leave the quantity of the operation alone', async () => {
    const { operationId, read } = await addWork('Paint', 0, { setupHours: 1, hoursPerPiece: 0.5, quantity: 40 })
    expect(await errorOf(operationId, { kind: 'hoursLeft', hoursLeft: 33 })).toBe('200 ')
    expect(await read()).toMatchObject({ quantity: 40, durationHours: 33, setupHours: null })
  })
})

describe('a pause', () => {
  it('ends the time on work until it is resumed, with a reason', async () => {
    const { operationId } = await addWork('Paint', 0)
    expect(await errorOf(operationId, { kind: 'pause', reason: 'Break' })).toBe('422 It is paused already.')
    await report(operationId, { kind: 'start' })
    await pass(minuteMs)
    expect((await report(operationId, { kind: 'pause' })).status).toBe(400)
    expect(await errorOf(operationId, { kind: 'pause', reason: 'Break' })).toBe('200 ')
    expect((await cardsOf())[0]).toMatchObject({ workingCount: 0, pauseReason: 'Break', status: 'In Progress' })
    expect(await errorOf(operationId, { kind: 'resume' })).toBe('200 ')
    expect((await cardsOf())[0]).toMatchObject({ workingCount: 1, pauseReason: '' })
    expect(await errorOf(operationId, { kind: 'start' })).toBe('422 It was started already.')
  })
})

describe('who worked', () => {
  it('a tablet asks as the organization says: codes are ignored when off, and needed when required', async () => {
    const { operationId, path } = await addWork('Paint', 0, { quantity: 40 })
    await addWorker('Ana', '0042')
    expect((await queueOf()).identification).toBe('off')
    await report(operationId, { kind: 'pieces', good: 1, workerCode: '0042' })
    await settings({ floorIdentification: 'required' })
    expect((await queueOf()).identification).toBe('required')
    expect(await errorOf(operationId, { kind: 'pieces', good: 1 })).toMatch(/^422 Say who worked/)
    expect(await errorOf(operationId, { kind: 'pieces', good: 1, workerCode: '0043' })).toBe(
      '422 No one has this code.',
    )
    expect(await errorOf(operationId, { kind: 'pieces', good: 1, workerCode: '0042' })).toBe('200 ')
    await settings({ floorIdentification: 'optional' })
    expect(await errorOf(operationId, { kind: 'pieces', good: 1 })).toBe('200 ')
    const names = (await entriesOf(path)).entries.map(({ workerName }: { workerName: string }) => workerName)
    expect(names.toSorted()).toEqual(['', '', 'Ana'])
    expect(JSON.stringify(await queueOf())).not.toMatch(/Ana|0042/)
  })

  it('a second person joins work that runs, and each pauses alone', async () => {
    const { operationId } = await addWork('Paint', 0)
    await settings({ floorIdentification: 'required' })
    await addWorker('Ana', '0042')
    await addWorker('Luis', '0043', { badge: 'BADGE-7' })
    await report(operationId, { kind: 'start', workerCode: '0042' })
    await report(operationId, { kind: 'start', workerCode: 'BADGE-7' })
    expect((await cardsOf())[0]).toMatchObject({ workingCount: 2 })
    await pass(minuteMs)
    await report(operationId, { kind: 'pause', reason: 'Break', workerCode: '0042' })
    expect((await cardsOf())[0]).toMatchObject({ workingCount: 1, pauseReason: '' })
  })

  it('a tablet waits after five wrong codes, and starts over after a right one', async () => {
    const { operationId } = await addWork('Paint', 0)
    await settings({ floorIdentification: 'required' })
    await addWorker('Ana', '0042')
    const guess = (workerCode: string) => errorOf(operationId, { kind: 'note', note: 'Hi', workerCode })
    for (const code of ['0001', '0002', '0003', '0004', '0005']) expect(await guess(code)).toMatch(/^422/)
    expect(await guess('0042')).toMatch(/^429 Too many wrong codes on this tablet/)
    await pass(minuteMs)
    expect(await guess('0042')).toBe('200 ')
    expect(await guess('0001')).toMatch(/^422/)
  })

  it('an inactive person has no code, and each code and badge belongs to one person', async () => {
    const { operationId } = await addWork('Paint', 0)
    await settings({ floorIdentification: 'required' })
    const ana = await addWorker('Ana', '0042', { badge: 'A-1' })
    for (const input of [{ code: '0042' }, { code: '0043', badge: 'A-1' }, { code: '0043', badge: '0042' }]) {
      const { status, body } = await admin().post('/workers', { name: 'Luis', ...input })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Ana has it already')])
    }
    for (const code of ['42', '00042', 'abcd']) {
      expect((await admin().post('/workers', { name: 'Luis', code })).status).toBe(400)
    }
    const off = await admin().put(`/workers/${ana.workerId}`, { isActive: false }, { 'If-Match': String(ana.version) })
    expect(off.body).toMatchObject({ isActive: false, version: 2, badge: 'A-1' })
    expect((await admin().put(`/workers/${ana.workerId}`, { name: 'B' }, { 'If-Match': '1' })).status).toBe(412)
    expect(await errorOf(operationId, { kind: 'start', workerCode: '0042' })).toBe('422 No one has this code.')
    expect((await admin().delete(`/workers/${ana.workerId}`)).status).toBe(204)
    expect((await admin().get('/workers')).body).toEqual([])
    const audit = await admin().get('/history?entity=user')
    expect(audit.text).not.toContain('0042')
  })
})

describe('names on reports', () => {
  it('names are seen by planners, not by people who only look, and are in no export', async () => {
    const { operationId, projectId, path } = await addWork('Paint', 0, { quantity: 40 })
    await settings({ floorIdentification: 'required' })
    await addWorker('Zacharias', '0042')
    await report(operationId, { kind: 'start', workerCode: '0042' })
    await report(operationId, { kind: 'pieces', good: 1, workerCode: '0042' })
    const viewer = shop.server.as(
      await shop.server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId, access: 'view' }] }),
    )
    const history = `/projects/${projectId}/history`
    expect((await entriesOf(path)).entries[0].workerName).toBe('Zacharias')
    expect((await entriesOf(path, viewer)).entries[0].workerName).toBe('')
    const intervals = `/project-operations/projects/${projectId}/operations/${operationId}/intervals`
    expect((await planner().get(intervals)).text).toContain('Zacharias')
    expect((await viewer.get(intervals)).body.intervals).toMatchObject([{ workerName: '' }])
    expect((await planner().get(history)).text).toContain('Zacharias')
    expect((await viewer.get(history)).text).not.toContain('Zacharias')
    for (const query of ['', '?names=false']) {
      expect((await planner().get(`/history/export${query}`)).text).not.toContain('Zacharias')
    }
    expect((await planner().get('/history/export?names=true')).text).toContain('Zacharias')
    expect((await admin().get('/admin/history/export')).text).toContain('floorReport')
    expect((await admin().get('/admin/history/export?entity=floorReport')).text).not.toContain('Zacharias')
    expect((await admin().get('/admin/history/export?entity=floorReport&names=true')).text).toContain('Zacharias')
    expect((await viewer.get('/history/export?names=true')).status).toBe(403)
    expect((await viewer.get('/history/export')).text).not.toContain('Zacharias')
    expect((await planner().get('/history/export?names=maybe')).status).toBe(400)
  })

  it('a reader without the right finds no report by a hidden name, but finds it by what it says', async () => {
    const { operationId } = await addWork('Paint', 0, { quantity: 40 })
    await settings({ floorIdentification: 'required' })
    await addWorker('Zacharias', '0042')
    await report(operationId, { kind: 'pieces', good: 1, scrap: 1, scrapReason: 'Porosity', workerCode: '0042' })
    const { tenantId } = shop.tenant
    const member = await shop.server.newUser({ name: 'Quirin Adler', memberOf: [{ tenantId, access: 'report' }] })
    const mine = { operationId, kind: 'pieces', good: 2, reportedAt: shop.server.clock.now().toISOString() }
    const sent = await shop.server.as(member).post(`/my-floor/reports?workCenterIds=${shop.saw}`, mine)
    expect(sent.status, sent.text).toBe(200)
    const viewer = await shop.server.newUser({ memberOf: [{ tenantId, access: 'view' }] })
    const found = async (actor: typeof viewer, text: string) =>
      (await shop.server.as(actor).get(`/history?text=${encodeURIComponent(text)}`)).body.entries.length
    for (const name of ['Zacharias', 'Quirin', member.userId]) {
      expect([name, await found(viewer, name)]).toEqual([name, 0])
      expect(await found(shop.tenant.planner, name)).toBeGreaterThan(0)
    }
    expect(await found(viewer, 'Porosity')).toBeGreaterThan(0)
    expect(await found(viewer, 'Saw tablet')).toBeGreaterThan(0)
    expect(await found(member, 'Quirin')).toBeGreaterThan(0)
    const all = await shop.server.as(viewer).get('/history')
    expect(all.text).not.toMatch(/Zacharias|Quirin/)
    expect(all.text).toContain('Shop floor')
    const byPerson = `/history?userId=${member.userId}`
    expect((await shop.server.as(viewer).get(byPerson)).body.entries).toEqual([])
    expect((await planner().get(byPerson)).body.entries.length).toBeGreaterThan(0)
    expect((await planner().get('/history/export')).text).not.toMatch(/Zacharias|Quirin/)
    expect((await planner().get('/history/export?names=true')).text).toMatch(/Quirin/)
  })

  it('names are removed after the months that the organization keeps them, also from history, and sums stay', async () => {
    const { operationId, path } = await addWork('Paint', 0, { quantity: 40 })
    await settings({ floorIdentification: 'required', keepNamesMonths: 3 })
    await addWorker('Zacharias', '0042')
    await report(operationId, { kind: 'pieces', good: 5, workerCode: '0042' })
    await report(operationId, { kind: 'done', workerCode: '0042' })
    const { app, tenantId } = shop.ctx
    const prune = async () => {
      expect(await findOldNames(app)).toContain(tenantId)
      await pruneNames(mintTenantContext({ ...shop.ctx }))
    }
    await pass(80 * dayMs)
    expect(await findOldNames(app)).not.toContain(tenantId)
    await pass(20 * dayMs)
    await prune()
    expect(await entriesOf(path)).toMatchObject({ good: 5, entries: [{ workerName: '', good: 5 }] })
    expect((await planner().get('/history')).text).not.toContain('Zacharias')
  })
})
