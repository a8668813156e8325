import type { OperationOutlook } from '#contract/operation-outlook.ts'
import type { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { isoOrNull } from '../records/record-fields.ts'

export type ForecastRow = typeof operationForecasts.$inferSelect

/** A stored forecast of an operation as the contract shows it. */
export const presentOutlook = (row: ForecastRow): OperationOutlook => ({
  state: row.state,
  daysOverdue: row.daysOverdue,
  endsByDate: isoOrNull(row.endsBy),
  forecastStartDate: isoOrNull(row.forecastStart),
  forecastEndDate: isoOrNull(row.forecastEnd),
  behindPlan: row.behindPlan,
  needByDate: isoOrNull(row.needBy),
  slackDays: row.slackDays === null ? null : Math.round(row.slackDays * 10) / 10,
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
}
