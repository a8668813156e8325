import * as contract from '#contract/schedule.ts'
import { getForecastDates, getRunDates } from '../../services/schedule/get-operation-dates.ts'
import { getPlacement } from '../../services/schedule/get-placement.ts'
import { getSchedule } from '../../services/schedule/get-schedule.ts'
import { getUnplacedReasons } from '../../services/schedule/get-unplaced-reasons.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const scheduleRoutes: readonly ServedRoute[] = [
  serve(contract.getSchedule, ({ ctx, query }) => getSchedule(ctx, query), 'afterForecast'),
  serve(contract.getForecastDates, ({ ctx }) => getForecastDates(ctx), 'afterForecast'),
  serve(contract.getRunDates, ({ ctx, params }) => getRunDates(ctx, params)),
  serve(contract.getUnplacedReasons, ({ ctx }) => getUnplacedReasons(ctx), 'cached'),
  serve(contract.getPlacement, ({ ctx, params }) => getPlacement(ctx, params), 'cached'),
]
