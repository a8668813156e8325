import * as contract from '#contract/work-intervals.ts'
import { reportWorkTime } from '../../services/operations/report-work-time.ts'
import { addInterval, changeInterval, removeInterval } from '../../services/work-time/correct-intervals.ts'
import { readWorkTime } from '../../services/work-time/read-work-time.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const workIntervalRoutes: readonly ServedRoute[] = [
  serve(contract.listWorkIntervals, ({ ctx, params }) => readWorkTime(ctx, params)),
  serve(contract.addWorkInterval, ({ ctx, params, body }) => addInterval(ctx, { ...params, input: body })),
  serve(contract.changeWorkInterval, ({ ctx, params, body, expectedVersion }) =>
    changeInterval(ctx, { ...params, input: body, expectedVersion }),
  ),
  serve(contract.removeWorkInterval, async ({ ctx, params }) => {
    await removeInterval(ctx, params)
    return undefined
  }),
  serve(contract.reportWorkTime, ({ ctx, params, body }) => reportWorkTime(ctx, { ...params, ...body })),
]
