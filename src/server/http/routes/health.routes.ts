import * as contract from '#contract/health.ts'
import { UnavailableError } from '../../errors.ts'
import { type ServedRoute, serve } from '../serve.ts'

/** Whether this process takes new work; false as soon as a stop is requested. */
export interface Readiness {
  takesWork: boolean
}

export const healthRoutes = (readiness: Readiness): readonly ServedRoute[] => [
  serve(contract.getHealth, async () => ({ status: 'ok' as const })),
  serve(contract.getReady, async ({ ctx }) => {
    if (!readiness.takesWork) throw new UnavailableError(new Error('The server is stopping'))
    await ctx.app.db.checkReady()
    return { status: 'ready' as const }
  }),
]
