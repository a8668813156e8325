import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { getMe } from '#contract/users.ts'
import { setFetch } from '#testing/web-harness.ts'
import { call } from '#web/api/client.ts'
import { savePreferencesMutation, saveSettingsMutation } from './users.mutations.ts'

it('preferences and settings still reach the server when the page is closed right after the change', async () => {
  const keptAlive: boolean[] = []
  setFetch(async (input, init) => {
    keptAlive.push(new Request(input, init).keepalive)
    return new Response('{}', { status: 500 })
  })
  const client = new QueryClient()
  await new MutationObserver(client, savePreferencesMutation(client))
    .mutate({ dashboardLayout: 'compact' })
    .catch(() => {})
  await new MutationObserver(client, saveSettingsMutation(client)).mutate({}).catch(() => {})
  await call(getMe, {}).catch(() => {})
  expect(keptAlive).toEqual([true, true, false])
})
