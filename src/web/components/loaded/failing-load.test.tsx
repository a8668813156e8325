import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { FailingLoad } from './failing-load.tsx'

it('a failing load shows the error from the first refusal until a later attempt succeeds', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 100 } } })
  render(
    <QueryClientProvider client={client}>
      <FailingLoad />
    </QueryClientProvider>,
  )
  let tries = 0
  const load = client.ensureQueryData({
    queryKey: ['holidays'],
    queryFn: () => {
      tries += 1
      if (tries < 3) throw new ApiError('internal', 'It broke.', { status: 500 })
      return 'there'
    },
  })
  expect((await screen.findByRole('status')).textContent).toBe('It broke. Trying again…')
  expect(tries).toBeLessThan(3)
  expect(await load).toBe('there')
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})
