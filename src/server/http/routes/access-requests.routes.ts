import * as contract from '#contract/access-requests.ts'
import { createAccessRequest } from '../../services/access-requests/create-access-request.ts'
import { decideAccessRequest } from '../../services/access-requests/decide-access-request.ts'
import { getAccess } from '../../services/access-requests/get-access.ts'
import { withdrawAccessRequest } from '../../services/access-requests/withdraw-access-request.ts'
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
