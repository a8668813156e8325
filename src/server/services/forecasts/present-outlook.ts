import type { OperationOutlook } from '#contract/operation-outlook.ts'
import type { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { isoOrNull } from '../records/record-fields.ts'

export type ForecastRow = typeof operationForecasts.$inferSelect

/** Stored odds of an operation, with the name of the work center because of which it has none. Instants in epoch ms. */
export interface StoredOdds {
  readonly p10Ms: number | null
  readonly p50Ms: number | null
  readonly p80Ms: number | null
  readonly p90Ms: number | null
  readonly needByChance: number | null
  readonly gap: string | null
}

/** Odds as the contract shows them. Those of work that has no forecast any more are not shown. */
export const presentOdds = (
  stored: StoredOdds | null,
  forecastEnd: Date | number | null,
): Pick<OperationOutlook, 'odds' | 'oddsGap'> => {
  if (!stored || forecastEnd === null) return { odds: null, oddsGap: null }
  const { p10Ms, p50Ms, p80Ms, p90Ms, needByChance, gap } = stored
  if (p10Ms === null || p50Ms === null || p80Ms === null || p90Ms === null) return { odds: null, oddsGap: gap }
  const iso = (ms: number): string => new Date(ms).toISOString()
  return { odds: { p10: iso(p10Ms), p50: iso(p50Ms), p80: iso(p80Ms), p90: iso(p90Ms), needByChance }, oddsGap: null }
}

/** A stored forecast of an operation as the contract shows it. */
export const presentOutlook = (row: ForecastRow, odds: StoredOdds | null): OperationOutlook => ({
  state: row.state,
  daysOverdue: row.daysOverdue,
  endsByDate: isoOrNull(row.endsBy),
  forecastStartDate: isoOrNull(row.forecastStart),
  forecastEndDate: isoOrNull(row.forecastEnd),
  behindPlan: row.behindPlan,
  needByDate: isoOrNull(row.needBy),
  slackDays: row.slackDays === null ? null : Math.round(row.slackDays * 10) / 10,
  ...presentOdds(odds, row.forecastEnd),
})

/** The outlook of an operation without a forecast. */
export const noOutlook: OperationOutlook = {
  state: 'unscheduled',
  daysOverdue: 0,
  endsByDate: null,
  forecastStartDate: null,
  forecastEndDate: null,
  behindPlan: false,
  needByDate: null,
  slackDays: null,
  odds: null,
  oddsGap: null,
}
