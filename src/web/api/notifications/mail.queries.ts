import { queryOptions } from '@tanstack/react-query'
import { getMailStatus } from '#contract/mail.ts'
import { call } from '#web/api/client.ts'

/** Whether this installation sends email; the same for everyone. */
export const mailStatusQuery = () =>
  queryOptions({
    queryKey: ['mail-status'],
    queryFn: ({ signal }) => call(getMailStatus, {}, { signal, keeps401: true }),
  })
