// @module-tag rest
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { Project } from '#contract/projects.ts'
import { forecastShop, type ShopForecast } from '#domain/forecast/forecast-shop.ts'
import { dayMs, minuteMs } from '#domain/time/units.ts'
import { endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { everyOperationRow } from '#testing/every-operation-row.ts'
import { storeDatedShop } from '#testing/one-truth/dated-shop.ts'
import { disagreements, type Screen, timesSaid } from '#testing/one-truth/disagreements.ts'
import { operationAnswers, projectAnswers, tabAnswers, theForecast } from '#testing/one-truth/what-answers-say.ts'
import { drawnScreens } from '#testing/one-truth/what-screens-draw.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import type { TenantContext } from '../../context.ts'
import { Random } from '../../seed/random.ts'
import { snoozeOperations } from '../bulk-operations/snooze-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { loadShop } from '../scheduling/load-shop.ts'

const riskDays = 2
/** Most disagreements that a failed test prints. */
const mostShown = 25
const seeds = [1, 2, 3, 4]

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** The answers behind every screen of one organization at one moment. */
const everyScreen = async (ctx: TenantContext): Promise<Screen[]> => [
  await theForecast(ctx),
  ...(await projectAnswers(ctx)),
  ...(await operationAnswers(ctx)),
  ...(await tabAnswers(ctx)),
  ...(await drawnScreens(ctx)),
]

interface Stand {
  readonly forecast: ShopForecast
  readonly rows: readonly OperationListRow[]
  readonly projects: readonly Project[]
  readonly timeZone: string
  readonly nowMs: number
}

const standOf = async (ctx: TenantContext): Promise<Stand> => {
  const nowMs = ctx.app.now().getTime()
  const { snapshot } = await loadShop(ctx, nowMs)
  const [rows, projects] = [await everyOperationRow(ctx, { tab: 'all' }), await listProjects(ctx)]
  return { forecast: forecastShop(snapshot), rows, projects, timeZone: snapshot.timeZone, nowMs }
}

const ms = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))
const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The state of a list row by the written definitions, computed from the dates that the row shows. */
const wordByDefinition = (row: OperationListRow, isOpen: boolean, slackDays: number | null, nowMs: number): string => {
  if (row.progressPercentage >= 100) return 'completed'
  if (!isOpen) return 'closed'
  const [planned, needBy, forecast] = [ms(row.scheduledEndDate), ms(row.needByDate), ms(row.forecastEndDate)]
  const by = Math.min(planned ?? Infinity, needBy ?? Infinity)
  if (by < nowMs) return 'overdue'
  if (forecast === null) return 'unscheduled'
  if (needBy !== null && forecast > needBy) return 'projectedLate'
  return slackDays !== null && slackDays <= riskDays ? 'atRisk' : 'onTime'
}

const seen = new Map<string, number>()
const see = (word: string): void => void seen.set(word, (seen.get(word) ?? 0) + 1)

/** Sentences about the listed operations that contradict the definitions. */
const wrongOperations = ({ rows, projects, forecast, nowMs }: Stand): string[] => {
  const openOf = new Map(projects.map(({ projectId, state }) => [projectId, !isClosed(state)]))
  const slackOf = new Map(
    forecast.projects.flatMap(({ operations }) =>
      operations.map(({ source, slackDays }) => [source.operationId, slackDays] as const),
    ),
  )
  const calendarOf = new Map(
    forecast.projects.flatMap(({ operations }) =>
      operations.map(({ source, calendar }) => [source.operationId, calendar] as const),
    ),
  )
  return rows.flatMap((row) => {
    const { operationId, state, behindPlan, slackDays, status, actualEndDate, progressPercentage } = row
    const [planned, needBy, forecastEnd] = [ms(row.scheduledEndDate), ms(row.needByDate), ms(row.forecastEndDate)]
    const isOpen = openOf.get(row.projectId) === true
    const word = wordByDefinition(row, isOpen, slackOf.get(operationId) ?? null, nowMs)
    see(state)
    if (behindPlan) see('behindPlan')
    if (forecastEnd !== null && forecastEnd === needBy) see('forecast end at need-by')
    if (planned === nowMs) see('planned end now')
    const workedTo = (instant: number): number => calendarOf.get(operationId)?.toWork(instant) ?? 0
    const isBehind =
      forecastEnd !== null && planned !== null && workedTo(forecastEnd) >= workedTo(planned) + 15 * minuteMs
    const slackSign = forecastEnd === null || needBy === null ? 0 : Math.sign(needBy - forecastEnd)
    const said: [string, boolean][] = [
      [`is ${state}, by the definitions ${word}`, state === word],
      [`is behind plan: ${behindPlan}`, behindPlan === isBehind],
      [`is completed and ${status}`, (status === 'Completed') === progressPercentage >= 100],
      [`is ${status} with the actual end ${actualEndDate}`, (status === 'Completed') === (actualEndDate !== null)],
      [`has ${slackDays} days of slack on the wrong side of its need-by`, (slackDays ?? 0) * slackSign >= 0],
      [`has a forecast in the past`, forecastEnd === null || forecastEnd >= nowMs],
      [`has a forecast though it is ${state}`, forecastEnd === null || (isOpen && progressPercentage < 100)],
    ]
    return said.filter(([, holds]) => !holds).map(([words]) => `operation ${operationId} ${words}`)
  })
}

const isClosed = (state: Project['state']): boolean =>
  state === 'complete' || state === 'onHold' || state === 'cancelled'

/** Sentences about the listed projects that contradict the definitions. */
const wrongProjects = ({ projects, timeZone, nowMs }: Stand): string[] =>
  projects.flatMap((project) => {
    const { projectId, state, latenessDays, pastDueDays, plannedShipDate, currentPhase } = project
    const shipMs = ms(plannedShipDate)
    const completionMs = ms(project.forecastCompletionDate)
    const dueMs = shipMs === null ? null : endOfDayMs(shipMs, timeZone)
    const isLate = !isClosed(state) && dueMs !== null && completionMs !== null && completionMs > dueMs
    const lateness =
      shipMs === null || completionMs === null
        ? null
        : daysFrom(localDate(shipMs, timeZone), localDate(completionMs - 1, timeZone))
    const since = shipMs === null ? 0 : daysFrom(localDate(shipMs, timeZone), localDate(nowMs, timeZone))
    const isOut = currentPhase === 'shipped' || currentPhase === 'cancelled'
    see(`project ${state}`)
    if (pastDueDays !== null) see(`past due and ${state}`)
    const said: [string, boolean][] = [
      [`is ${state}, its forecast ${project.forecastCompletionDate}`, (state === 'late') === isLate],
      [`is ${latenessDays} days late, by the definition ${lateness}`, latenessDays === lateness],
      [`is ${pastDueDays} days past due`, pastDueDays === (since > 0 && !isOut ? since : null)],
    ]
    return said.filter(([, holds]) => !holds).map(([words]) => `project ${projectId} ${words}`)
  })

/** Snoozes some open operations until three days from now. */
const snoozeSome = async (ctx: TenantContext, random: Random): Promise<void> => {
  const rows = await everyOperationRow(ctx, { tab: 'all' })
  const some = rows.filter(() => random.next() < 0.2)
  if (some.length === 0) return
  const untilDate = localDate(ctx.app.now().getTime() + 3 * dayMs, 'UTC')
  const operations = some.map(({ operationId }) => ({ operationId }))
  await snoozeOperations(ctx, { target: { operations }, untilDate, reason: 'Waits for material' })
}

describe('all screens, lists, files and notifications', () => {
  it.each(seeds)('agree on each project and operation, and follow the definitions: shop %i', async (seed) => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await storeDatedShop(server, seed)
    const check = async (when: string): Promise<void> => {
      const screens = await everyScreen(ctx)
      expect(disagreements(screens).slice(0, mostShown), when).toEqual([])
      const stand = await standOf(ctx)
      expect([...wrongProjects(stand), ...wrongOperations(stand)], when).toEqual([])
    }
    await check('as entered')
    const random = new Random(seed + 100)
    await snoozeSome(ctx, random)
    for (let left = 25; left > 0; left--) await randomEdit(ctx, random)
    await check('after edits')
    server.clock.advance(2 * dayMs + 3 * 60 * minuteMs)
    await check('two days later')
  })

  it('were compared for every state, and more than one screen shows each fact', async () => {
    const words = ['overdue', 'projectedLate', 'atRisk', 'onTime', 'unscheduled', 'completed', 'closed', 'behindPlan']
    const states = ['late', 'atRisk', 'onTime', 'complete', 'onHold', 'cancelled', 'unscheduled']
    const rare = ['forecast end at need-by', 'planned end now', 'past due and complete', 'past due and onHold']
    const wanted = [...words, ...states.map((state) => `project ${state}`), ...rare]
    expect(wanted.filter((word) => !seen.has(word))).toEqual([])
    server.clock.set('2026-11-18T09:00:00Z')
    const times = timesSaid(await everyScreen(await storeDatedShop(server, seeds[0] ?? 1)))
    expect([...times].filter(([, count]) => count < 2)).toEqual([])
    expect(
      Math.min(...['state', 'latenessDays', 'state', 'completed'].map((fact) => times.get(fact) ?? 0)),
    ).toBeGreaterThan(4)
  })

  it('agree when a day begins between two answers', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await storeDatedShop(server, 7)
    const { timeZone, nowMs } = await standOf(ctx)
    const midnightMs = endOfDayMs(nowMs, timeZone)
    server.clock.set(new Date(midnightMs - 10_000))
    await listProjects(ctx)
    server.clock.set(new Date(midnightMs + 10_000))
    expect(disagreements(await everyScreen(ctx)).slice(0, mostShown)).toEqual([])
  })
})
