import * as contract from '#contract/my-sessions.ts'
import * as signIns from '#contract/sign-ins.ts'
import { listMySignIns } from '../../services/users/sign-ins.ts'
import { endMyOtherSessions, endMySession, listMySessions } from '../../services/users/user-sessions.ts'
import { sessionOf } from '../caller.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const mySessionsRoutes: readonly ServedRoute[] = [
  serve(contract.listMySessions, ({ ctx, request }) => listMySessions(ctx, { session: sessionOf(request) })),
  serve(contract.deleteMySession, async ({ ctx, params, request }) => {
    await endMySession(ctx, { session: sessionOf(request), sessionId: params.sessionId })
    return undefined
  }),
  serve(contract.deleteMyOtherSessions, ({ ctx, request }) => endMyOtherSessions(ctx, { session: sessionOf(request) })),
  serve(signIns.listMySignIns, ({ ctx }) => listMySignIns(ctx)),
]
