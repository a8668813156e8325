import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { Application } from '#web/app/application.tsx'
import { restartChecks } from '#web/app/guards/repeated-checks.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { createAppRouter } from '#web/app/router.tsx'
import { watchSession } from '#web/app/session-end.ts'

/** Renders the whole application at a path; `open(path)` goes to another one. Unmount it with the testing library's `cleanup`. */
export const renderApp = async (path: string) => {
  restartChecks()
  const queryClient = createQueryClient()
  // A failed query fails immediately, so that tests do not wait for retries.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  onTestFinished(watchSession(router, queryClient))
  const screen = render(<Application router={router} queryClient={queryClient} />)
  await waitFor(() => expect(router.state.resolvedLocation).toBeDefined())
  return {
    ...screen,
    router,
    queryClient,
    user: userEvent.setup(),
    path: () => router.state.location.href,
    open: (to: string) => act(() => router.navigate({ href: to })),
  }
}
