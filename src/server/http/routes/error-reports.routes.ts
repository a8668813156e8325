import * as contract from '#contract/error-reports.ts'
import type { ErrorReporter } from '../../error-reporting/error-reporter.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const errorReportsRoutes = (reporter: ErrorReporter): readonly ServedRoute[] => [
  serve(contract.postErrorReport, async ({ ctx, body }) => ({ notified: await reporter.report(body, ctx.address) })),
]
