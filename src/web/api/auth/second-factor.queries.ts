import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/second-factor.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** Whether the reader's sign-in requires a code. The key is part of the user data, so that other tabs refresh it after a change. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: userKey('me', 'second-factor'),
    queryFn: ({ signal }) =>
      call(getSecondFactor, {}, { signal }).catch(orPlainly(() => ({ onSince: null, recoveryCodesLeft: 0 }))),
  })
