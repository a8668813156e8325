import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { deleteSampleShop, postSampleShop } from '#contract/sample-shop.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** Sample data changes projects, work centers, shifts and settings, so all data of the organization is read again. */
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantScope() })

export const addSampleShopMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(postSampleShop, {}), onSuccess: () => readAgain(client) })

export const removeSampleShopMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(deleteSampleShop, {}), onSuccess: () => readAgain(client) })
