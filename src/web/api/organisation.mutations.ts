import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type OrganisationInput, putOrganisation } from '#contract/organisation.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Changes settings of the organisation; `version` is the one read, a stale one is refused with code 'stale'. */
export const saveOrganisationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ version, ...body }: OrganisationInput & { version: number }) =>
      call(putOrganisation, { body }, { ifMatch: version }),
    onSuccess: (organisation) => {
      queryClient.setQueryData(tenantKey('organisation'), organisation)
      // Whether the plan still fits is marked at the end of the write, after the answer was composed.
      void queryClient.invalidateQueries({ queryKey: tenantKey('organisation') })
    },
  })
