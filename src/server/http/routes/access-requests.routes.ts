import * as contract from '#contract/access-requests.ts'
import { getAccess } from '../../services/access-requests/read-access.ts'
import {
  createAccessRequest,
  decideAccessRequest,
  withdrawAccessRequest,
} from '../../services/access-requests/write-access-requests.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const accessRequestsRoutes: readonly ServedRoute[] = [
  serve(contract.getAccess, ({ ctx }) => getAccess(ctx)),
  serve(contract.postAccessRequest, ({ ctx, body }) => createAccessRequest(ctx, body)),
  serve(contract.withdrawAccessRequest, ({ ctx, params }) => withdrawAccessRequest(ctx, params)),
  serve(contract.grantAccessRequest, ({ ctx, params, body }) =>
    decideAccessRequest(ctx, { id: params.id, grants: true, note: body?.note }),
  ),
  serve(contract.refuseAccessRequest, ({ ctx, params, body }) =>
    decideAccessRequest(ctx, { id: params.id, grants: false, note: body?.note }),
  ),
]
