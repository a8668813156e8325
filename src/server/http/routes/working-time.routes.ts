import * as contract from '#contract/working-time.ts'
import { previewWorkingTime } from '../../services/working-time/preview-working-time.ts'
import { type ServedRoute, serve } from '../serve.ts'

/** The preview of a change of working time; it ends when the browser disconnects. */
export const workingTimeRoutes: readonly ServedRoute[] = [
  serve(contract.previewWorkingTime, ({ ctx, body, reply }) => {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) gone.abort()
    })
    return previewWorkingTime(ctx, body, gone.signal)
  }),
]
