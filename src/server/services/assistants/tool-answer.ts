import { minuteMs } from '#domain/time/units.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import { type TenantContext, withServices } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { TokenFacts } from '../api-tokens/find-api-token.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'

/** An assistant: the owner of a token in one organization, and what the token allows. */
export interface AssistantCaller {
  readonly ctx: TenantContext
  readonly token: TokenFacts
  /** The address that people type, without a slash at the end; empty = unknown, and links are paths. */
  readonly origin: string
}

/** An answer of a tool. */
export interface ToolAnswer {
  /** Sentences for a person, made of our own words and figures only: texts of the shop are in `data`. */
  readonly text: string
  /** Figures and texts of the shop. Instants are ISO text in UTC. */
  readonly data: Readonly<Record<string, unknown>>
  /** The proposal that it made, read or applied. */
  readonly proposalId?: string
}

/** Where the figures of an answer come from, when they were read, and where a person finds them. */
export const sourceOf = ({ ctx, origin }: AssistantCaller, calls: readonly string[], path: string) => ({
  asOf: ctx.app.now().toISOString(),
  timeZone: ctx.timeZone,
  source: calls,
  link: `${origin}${path}`,
})

/**
 * The same assistant for what the API answers from its cache: with a current forecast, and a clock that stands at the last full minute, so
 * its figures equal the answers of the API.
 */
export const asOfMinute = async (caller: AssistantCaller): Promise<AssistantCaller> => {
  const { ctx } = caller
  await awaitForecast(ctx)
  const atMs = Math.floor(ctx.app.now().getTime() / minuteMs) * minuteMs
  return { ...caller, ctx: withServices(ctx, { now: () => new Date(atMs) }) }
}

/** The calendar day of an instant for the owner of the token; null without one. */
export const dayOf = ({ timeZone }: TenantContext, instant: string | null): string | null =>
  instant === null ? null : localDate(Date.parse(instant), timeZone)

/** Codes whose name alone says too little. */
const words: Readonly<Record<string, string>> = {
  planned: 'the plan starts it later than necessary',
  wasPlanned: 'the plan started it later than possible',
  wasTaken: 'its work center was full',
  noSlack: 'the work does not fit before the ship date',
  predecessor: 'waits for the operation before it',
  waitsForHeld: 'waits for work on hold',
  closed: 'outside working time',
  release: 'the project may not start earlier',
  material: 'waits for material',
  frozen: 'inside the freeze window',
  longerThanEstimated: 'running over estimate',
  tookLonger: 'took more hours than its estimate',
  goFirst: 'let it go first where it waits',
  finishNow: 'finish the running operation now',
}

/** A code in plain words: `workCentreBusy` becomes `work center busy`. */
export const plainCode = (code: string): string =>
  words[code] ??
  code
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replaceAll('centre', 'center')

/** '1 project', '3 projects'. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** The first rows of a list, and how many there are. */
export const shownOf = <T>(rows: readonly T[], most: number, total: number = rows.length) => ({
  rows: rows.slice(0, most),
  shown: Math.min(rows.length, most, total),
  total,
})

/** ' 12 of 40 shown.' if not all are shown. */
export const shownWords = ({ shown, total }: { readonly shown: number; readonly total: number }): string =>
  shown < total ? ` ${shown} of ${total} shown.` : ''

/** A refusal in one sentence. Its texts are our own. */
export const refusal = (message: string): AppError => new AppError('rule', message)
