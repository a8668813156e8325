import type { ToolInput } from '#contract/assistant-tools.ts'
import { roundHours } from '#domain/analytics/load.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { getLoadDay } from '../analytics/get-load-cell.ts'
import { getLoadDays } from '../analytics/get-load-days.ts'
import { askPromiseDate } from '../promise-date/ask-promise-date.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { findWorkCenter } from './find-named.ts'
import {
  type AssistantCaller,
  asOfMinute,
  counted,
  dayOf,
  refusal,
  shownOf,
  shownWords,
  sourceOf,
  type ToolAnswer,
} from './tool-answer.ts'

const shownOperations = 40
const shownCenters = 40
const usualDays = 7
const usualPriority = 50

const freeOf = (openHours: number, loadHours: number): number => roundHours(Math.max(0, openHours - loadHours))

/** What a work center does on a day. */
export const workCenterDayTool = async (
  asked: AssistantCaller,
  { work_center, day }: ToolInput<'work_center_day'>,
): Promise<ToolAnswer> => {
  const { categoryId, name, kind } = await findWorkCenter(asked.ctx, work_center)
  if (kind === 'outside') throw refusal('Suppliers do the work of this work center, so it has no load.')
  const caller = await asOfMinute(asked)
  const { operations, backlog: _, ...load } = await getLoadDay(caller.ctx, { categoryId, day })
  const { rows, shown } = shownOf(operations, shownOperations, load.total)
  const freeHours = freeOf(load.openHours, load.loadHours)
  const call = `GET /api/analytics/load/days/operations?categoryId=${categoryId}&day=${day}`
  return {
    text:
      `${day}: ${counted(load.total, 'operation')}, ${load.loadHours} h of load in ${load.openHours} open hours, ` +
      `${freeHours} h free.${shownWords({ shown, total: load.total })}`,
    data: {
      ...sourceOf(caller, [call], '/schedule?view=timeline'),
      workCenter: { categoryId, name, kind },
      ...load,
      freeHours,
      shown,
      operations: rows,
    },
  }
}

/** Free hours of work centers, people and tools. */
export const whoIsFreeTool = async (
  asked: AssistantCaller,
  { from, days = usualDays, work_center }: ToolInput<'who_is_free'>,
): Promise<ToolAnswer> => {
  const only = work_center === undefined ? undefined : (await findWorkCenter(asked.ctx, work_center)).categoryId
  const caller = await asOfMinute(asked)
  const load = await getLoadDays(caller.ctx, { from, days, categoryId: only })
  const free = load.workCenters
    .map(({ color: _, ...center }) => {
      const freeHours = center.openHours.map((open, index) => freeOf(open, center.loadHours[index] ?? 0))
      return { ...center, freeHours, freeHoursInAll: roundHours(freeHours.reduce((sum, each) => sum + each, 0)) }
    })
    .sort((a, b) => b.freeHoursInAll - a.freeHoursInAll || a.name.localeCompare(b.name, 'en'))
  const { rows, shown, total } = shownOf(free, shownCenters)
  const withFree = free.filter(({ freeHoursInAll }) => freeHoursInAll > 0).length
  const first = load.days[0]?.day ?? ''
  const query = `from=${first}&days=${days}${only === undefined ? '' : `&categoryId=${only}`}`
  return {
    text: `${withFree} of ${counted(total, 'work center')} have free hours from ${first} to ${load.days.at(-1)?.day ?? ''}.${shownWords({ shown, total })}`,
    data: {
      ...sourceOf(caller, [`GET /api/analytics/load/days?${query}`], '/analytics'),
      days: load.days,
      shown,
      total,
      workCenters: rows,
    },
  }
}

/** When new work could ship. */
export const whenCouldWeShipTool = async (
  caller: AssistantCaller,
  { operations, priority = usualPriority, earliest_start }: ToolInput<'when_could_we_ship'>,
): Promise<ToolAnswer> => {
  const { ctx } = caller
  const steps = []
  for (const { name, work_center, hours, after } of operations) {
    const center = work_center === undefined ? null : await findWorkCenter(ctx, work_center)
    steps.push({ name, categoryId: center?.categoryId ?? null, durationHours: hours, ...(after && { after }) })
  }
  if (steps.some(({ after = [] }, index) => after.some((before) => before >= index))) {
    throw refusal('An operation can wait only for operations before it.')
  }
  const zone = await readTenant(ctx, (tx) => timeZoneOf(tx, ctx.tenantId))
  const earliestStart =
    earliest_start === undefined ? null : new Date(dateOnlyToMs(earliest_start, zone, 0)).toISOString()
  const question = { operations: steps, priority, earliestStart }
  const { answers, timeZone } = await askPromiseDate(ctx, { question })
  const words = answers.map(
    ({ kind, shipDate, delayedCount }) =>
      `${kindWords[kind]}: ${dayOf(ctx, shipDate) ?? 'no date'}, delays ${counted(delayedCount, 'project')}.`,
  )
  return {
    text: words.join(' '),
    data: {
      ...sourceOf(caller, ['POST /api/promise-dates'], '/promise-date'),
      organizationTimeZone: timeZone,
      question,
      answers,
    },
  }
}

const kindWords = {
  behindAll: 'Behind all other work',
  byPriority: 'Ahead of work with a lower priority',
  first: 'Ahead of all other work',
} as const
