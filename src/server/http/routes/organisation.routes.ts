import * as contract from '#contract/organisation.ts'
import { changeOrganisation, getOrganisation } from '../../services/organisation/settings.ts'
import { keptByMinute, type ServedRoute, serve } from '../serve.ts'

export const organisationRoutes: readonly ServedRoute[] = [
  serve(contract.getOrganisation, ({ ctx }) => getOrganisation(ctx), keptByMinute),
  serve(contract.putOrganisation, ({ ctx, body, expectedVersion }) =>
    changeOrganisation(ctx, { input: body, expectedVersion }),
  ),
]
