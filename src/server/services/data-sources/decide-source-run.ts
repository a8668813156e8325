import type { z } from 'zod/mini'
import type { decideSourceRun as decideCall, SourceRun } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import type { SourceRunPath } from './source-rows.ts'

/** What a person decides about a waiting run, after seeing it. */
export type SourceDecision = z.output<(typeof decideCall)['body']>

/**
 * Applies a run that waits, in the name of its source and with the rights of the person who decides, or dismisses it. 404; 409 when its
 * effect would differ from what was seen, or when it no longer waits.
 */
export const decideSourceRun = async (
  _ctx: TenantContext,
  _decision: SourceRunPath & { readonly decision: SourceDecision },
): Promise<SourceRun> => {
  throw new Error('Not built yet')
}

/** Takes the doubtful rows of a run off the list. 404. */
export const dismissSourceDoubts = async (_ctx: TenantContext, _path: SourceRunPath): Promise<null> => {
  throw new Error('Not built yet')
}
