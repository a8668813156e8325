import * as contract from '#contract/dashboard.ts'
import { getDashboard } from '../../services/dashboard/get-dashboard.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const dashboardRoutes: readonly ServedRoute[] = [
  serve(contract.getDashboard, ({ ctx }) => getDashboard(ctx), 'afterForecast'),
]
