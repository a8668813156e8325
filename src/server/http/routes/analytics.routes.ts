import * as contract from '#contract/analytics.ts'
import { getTrackRecord as trackRecordCall } from '#contract/track-record.ts'
import { getDelivery } from '../../services/analytics/get-delivery.ts'
import { getEstimateAccuracy } from '../../services/analytics/get-estimate-accuracy.ts'
import { getLateCauses } from '../../services/analytics/get-late-causes.ts'
import { getLoadCell, getLoadDay } from '../../services/analytics/get-load-cell.ts'
import { getLoadDays } from '../../services/analytics/get-load-days.ts'
import { getLoadMatrix } from '../../services/analytics/get-load-matrix.ts'
import { getProjectFlow } from '../../services/analytics/get-project-flow.ts'
import { getTrackRecord } from '../../services/analytics/get-track-record.ts'
import { getLearnedPaces, getPacedOperations } from '../../services/analytics/learned-paces.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const analyticsRoutes: readonly ServedRoute[] = [
  serve(contract.getProjectFlow, ({ ctx, query }) => getProjectFlow(ctx, query), 'cached'),
  serve(contract.getDelivery, ({ ctx, query }) => getDelivery(ctx, query), 'cached'),
  serve(contract.getLoadMatrix, ({ ctx, query }) => getLoadMatrix(ctx, query), 'cached'),
  serve(contract.getLoadCell, ({ ctx, query }) => getLoadCell(ctx, query), 'cached'),
  serve(contract.getLoadDays, ({ ctx, query }) => getLoadDays(ctx, query), 'cached'),
  serve(contract.getLoadDay, ({ ctx, query }) => getLoadDay(ctx, query), 'cached'),
  serve(contract.getLateCauses, ({ ctx, query }) => getLateCauses(ctx, query), 'afterForecast'),
  serve(contract.getEstimateAccuracy, ({ ctx, query }) => getEstimateAccuracy(ctx, query), 'cached'),
  serve(contract.getLearnedPaces, ({ ctx }) => getLearnedPaces(ctx), 'cached'),
  serve(contract.getPacedOperations, ({ ctx, query }) => getPacedOperations(ctx, query), 'cached'),
  serve(trackRecordCall, ({ ctx, query }) => getTrackRecord(ctx, query), 'cached'),
]
