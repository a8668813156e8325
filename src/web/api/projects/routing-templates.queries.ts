import { queryOptions } from '@tanstack/react-query'
import { listRoutingTemplates } from '#contract/routing-templates.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The routing templates of the organization, by name. */
export const routingTemplatesQuery = () =>
  queryOptions({
    queryKey: tenantKey('routingTemplates'),
    queryFn: ({ signal }) => call(listRoutingTemplates, {}, { signal }),
  })
