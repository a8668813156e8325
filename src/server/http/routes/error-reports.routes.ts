import * as contract from '#contract/error-reports.ts'
import type { ErrorReporter } from '../../error-reporter.ts'
import { addressOf } from '../caller.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const errorReportsRoutes = (reporter: ErrorReporter): readonly ServedRoute[] => [
  serve(contract.postErrorReport, async ({ body, request }) => ({
    notified: await reporter.report(body, addressOf(request)),
  })),
]
