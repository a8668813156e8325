// @module-tag bothEngines
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MorningPlanSettings, usualMorningPlan } from '#contract/morning-plan.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { mailOutbox } from '../../db/tables/mail.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { makeDueMorningPlans } from '../../jobs/make-morning-plans.ts'
import { sendDueMail } from '../../jobs/send-mail.ts'
import { systemContext } from '../../jobs/system-context.ts'
import { undoChange } from '../changes/undo-change.ts'
import type { Mail } from '../mail/mail-text.ts'
import { listOperations } from '../operations/read-operations.ts'
import { applyProposal } from '../proposals/apply-proposal.ts'
import { listProposals } from '../proposals/read-proposals.ts'
import { listRuns } from '../scheduling-runs/list-runs.ts'
import { changeTenantSettings } from '../tenants/settings.ts'
import { findMorningPlansDue } from './find-due.ts'
import { makeMorningPlan } from './make-morning-plan.ts'
import { getMorningPlan } from './read-morning-plan.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
const errors: object[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
beforeAll(async () => {
  server = await startServer({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'plan@shop.example',
    PUBLIC_ORIGIN: 'http://localhost:3001',
  })
})
afterAll(() => server.close())

/** Wednesday. */
const firstDay = '2026-11-18'
const at = (day: string, time: string): void => void server.clock.set(`${day}T${time}:00Z`)
const never = new AbortController().signal

const changed = (change: Partial<MorningPlanSettings>): MorningPlanSettings => ({
  ...usualMorningPlan,
  effort: 'quick',
  ...change,
})
// Sessions end when the clock moves by days, so the services are called as the admin.
const settings = (change: Partial<MorningPlanSettings>) =>
  changeTenantSettings(ctx, { input: { morningPlan: changed(change) }, expectedVersion: null })

beforeEach(async () => {
  errors.length = 0
  await server.services.db.withSystem(async (tx) => {
    await tx.delete(mailOutbox)
    await tx.update(tenants).set({ status: 'Archived' })
  })
  at(firstDay, '05:00')
  tenant = await server.newTenant({ name: 'Northwind', timeZone: 'UTC' })
  ctx = await server.contextOf(tenant.admin)
  await settings({})
})

/** A saw that does the work of a late project after work that has time. Scheduling again exchanges the two. */
const badOrder = async (): Promise<{ readonly urgentId: string; readonly otherId: string }> => {
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  const startMs = server.clock.now().getTime() + 2 * hourMs
  const project = async (projectName: string, shipDays: number, fromHours: number): Promise<string> => {
    const { projectId } = await buildProject(ctx, {
      projectName,
      plannedShipDate: new Date(startMs + shipDays * dayMs).toISOString(),
    })
    await buildOperation(ctx, projectId, {
      name: 'Cut',
      categoryId,
      durationHours: 48,
      pinned: false,
      scheduledStartDate: new Date(startMs + fromHours * hourMs).toISOString(),
      scheduledEndDate: new Date(startMs + (fromHours + 48) * hourMs).toISOString(),
    })
    return projectId
  }
  const otherId = await project('Patient', 30, 0)
  const urgentId = await project('Urgent', 2, 48)
  return { urgentId, otherId }
}

const plan = () => getMorningPlan(ctx)
const undo = (changeId: string | null | undefined) => undoChange(ctx, { changeId: changeId ?? '', verb: 'undo' })
const start = async (projectId: string): Promise<string> => {
  const [operation] = await listOperations(ctx, { projectId })
  return operation?.scheduledStartDate ?? ''
}

describe('the morning plan', () => {
  it('the plan is proposed once, with its consequences, on the dashboard and by mail', async () => {
    const { urgentId } = await badOrder()
    const before = await start(urgentId)
    expect(await plan()).toBeNull()
    at(firstDay, '05:29')
    expect(await findMorningPlansDue(server.services)).toEqual([])
    at(firstDay, '05:30')
    expect(await findMorningPlansDue(server.services)).toEqual([tenant.tenantId])
    // Two servers find it at the same time.
    const system = systemContext(server.services, tenant.tenantId, 'test')
    const outcomes = await Promise.all([makeMorningPlan(system, never), makeMorningPlan(system, never)])
    expect(outcomes.sort()).toEqual(['proposed', null].sort())
    const made = await plan()
    expect(made).toMatchObject({
      day: firstDay,
      outcome: 'proposed',
      effect: { recovered: 1, becameLate: 0 },
      movedOperations: 2,
      heldBack: null,
      appliedBy: null,
    })
    expect(made?.lateDays).toBeLessThan(made?.lateDaysBefore ?? 0)
    expect(await start(urgentId)).toBe(before)
    const [listed, ...others] = await listProposals(ctx)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ proposalId: made?.proposalId, name: `Morning plan ${firstDay}`, state: 'current' })
    const mails: Mail[] = []
    await sendDueMail(server.services, async (mail) => void mails.push(mail), log)
    expect(mails.map(({ to }) => to).sort()).toEqual([tenant.admin.email, tenant.planner.email].sort())
    expect(mails[0]?.text).toContain('1 project recovers')
    expect(mails[0]?.text).toContain(`/proposals/${made?.proposalId}`)
    await makeDueMorningPlans(server.services, log)
    expect(await listProposals(ctx)).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('a planner applies the proposal of the morning, and undo restores every date', async () => {
    const { urgentId, otherId } = await badOrder()
    const before = [await start(urgentId), await start(otherId)]
    at(firstDay, '05:35')
    await makeDueMorningPlans(server.services, log)
    const proposalId = (await plan())?.proposalId ?? ''
    await applyProposal(ctx, { proposalId, expectedVersion: 1 })
    expect([await start(urgentId), await start(otherId)]).not.toEqual(before)
    const made = await plan()
    expect(made).toMatchObject({ outcome: 'proposed', appliedBy: expect.any(String) })
    await undo(made?.changeId)
    expect([await start(urgentId), await start(otherId)]).toEqual(before)
  })

  it('the plan is applied without a person on one day and held back with the reason on another', async () => {
    const { urgentId } = await badOrder()
    const before = await start(urgentId)
    await settings({ applyFromLateDays: 500 })
    at(firstDay, '05:40')
    await makeDueMorningPlans(server.services, log)
    expect(await plan()).toMatchObject({ outcome: 'proposed', heldBack: 'savesTooLittle', appliedBy: null })
    expect(await start(urgentId)).toBe(before)

    await settings({ applyFromLateDays: 1 })
    at('2026-11-19', '05:40')
    await makeDueMorningPlans(server.services, log)
    const made = await plan()
    expect(made).toMatchObject({ outcome: 'applied', heldBack: null, appliedBy: 'Scheduler' })
    expect(await start(urgentId)).not.toBe(before)
    const [run] = await listRuns(ctx)
    expect(run).toMatchObject({ madeBy: 'proposal', startedBy: 'Scheduler' })
    await undo(made?.changeId)
    expect(await start(urgentId)).toBe(before)
    // The first proposal is discarded by the second morning, and the applied one a week later.
    expect(await listProposals(ctx)).toHaveLength(1)
    at('2026-11-27', '05:40')
    await makeDueMorningPlans(server.services, log)
    expect(await listProposals(ctx)).toMatchObject([{ name: 'Morning plan 2026-11-27' }])
    expect(errors).toEqual([])
  })

  it('a plan that moves work into the freeze window waits for a person', async () => {
    const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
    const startMs = server.clock.now().getTime() + 40 * hourMs
    const { projectId } = await buildProject(ctx, {
      projectName: 'Urgent',
      plannedShipDate: new Date(startMs - 20 * hourMs).toISOString(),
    })
    await buildOperation(ctx, projectId, {
      name: 'Cut',
      categoryId,
      durationHours: 8,
      pinned: false,
      scheduledStartDate: new Date(startMs).toISOString(),
      scheduledEndDate: new Date(startMs + 8 * hourMs).toISOString(),
    })
    const frozen = { freezeWorkingDays: 1, morningPlan: changed({ applyFromLateDays: 1 }) }
    await changeTenantSettings(ctx, { input: frozen, expectedVersion: null })
    at(firstDay, '05:40')
    await makeDueMorningPlans(server.services, log)
    expect(await plan()).toMatchObject({ outcome: 'proposed', heldBack: 'frozen', appliedBy: null })
    expect(await start(projectId)).toBe(new Date(startMs).toISOString())
    expect(errors).toEqual([])
  })

  it('nothing is proposed when scheduling again gains nothing', async () => {
    await badOrder()
    await settings({ applyFromLateDays: 1 })
    at(firstDay, '05:40')
    await makeDueMorningPlans(server.services, log)
    at('2026-11-19', '05:40')
    await makeDueMorningPlans(server.services, log)
    expect(await plan()).toMatchObject({ outcome: 'nothing', proposalId: null })
    expect(await listProposals(ctx)).toHaveLength(1)
  })

  it('no plan is due on other days, when it is off, hours later, or where no one has been active for weeks', async () => {
    const due = () => findMorningPlansDue(server.services)
    at('2026-11-21', '05:40')
    expect(await due()).toEqual([])
    at('2026-11-20', '08:30')
    expect(await due()).toEqual([])
    at('2026-11-20', '08:29')
    expect(await due()).toEqual([tenant.tenantId])
    await settings({ isOn: false })
    expect(await due()).toEqual([])
    await settings({ isOn: true })
    at('2026-12-18', '05:40')
    expect(await due()).toEqual([])
  })

  it('a claim of a server that stopped is taken over after a while, at most three times', async () => {
    await badOrder()
    const system = systemContext(server.services, tenant.tenantId, 'test')
    const stopped = AbortSignal.abort()
    for (const time of ['05:30', '05:51', '06:12']) {
      at(firstDay, time)
      await expect(makeMorningPlan(system, stopped)).rejects.toThrow()
      expect(await findMorningPlansDue(server.services)).toEqual([])
      expect(await plan()).toBeNull()
    }
    at(firstDay, '06:40')
    expect(await findMorningPlansDue(server.services)).toEqual([])
  })

  it('settings with an invalid time or without a day are refused in the words of the form', async () => {
    const put = (actor: Actor, change: object) =>
      server.as(actor).put('/organisation', { morningPlan: { ...usualMorningPlan, ...change } })
    expect(await put(tenant.admin, { at: '25:00' })).toMatchObject({ status: 400 })
    const none = await put(tenant.admin, { weekdays: [] })
    expect(none.status).toBe(400)
    expect(none.text).toContain('Choose at least one day')
    expect(await put(tenant.planner, {})).toMatchObject({ status: 403 })
    expect(await put(tenant.admin, { at: '06:00' })).toMatchObject({ status: 200 })
  })
})
