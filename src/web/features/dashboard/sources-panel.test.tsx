import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SourceAttention } from '#contract/data-sources.ts'
import { sourceAttentionQuery } from '#web/api/integrations/data-sources.queries.ts'
import { SourcesPanel } from './sources-panel.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'UTC' } as const
const broken: SourceAttention = {
  kind: 'source',
  sourceId: 's1',
  name: 'ERP orders',
  about: 'broken',
  problem: 'No answer.',
  since: '2026-11-18T08:00:00Z',
  changedPercent: null,
  openDoubts: 0,
}

const show = (needs: SourceAttention[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sourceAttentionQuery().queryKey, needs)
  const page = () => (
    <QueryClientProvider client={client}>
      <SourcesPanel dates={dates} nowMs={Date.parse('2026-11-18T13:00:00Z')} />
    </QueryClientProvider>
  )
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
}

it('a data source with a waiting run and doubtful rows counts once', async () => {
  const waiting = { ...broken, about: 'waiting', problem: null, changedPercent: 62, openDoubts: 3 } as const
  const doubts = { ...waiting, about: 'doubts', changedPercent: null } as const
  show([waiting, doubts, { ...broken, sourceId: 's2', name: 'Portal' }])
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('2')).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(first).toMatch(
    /^ERP ordersA run waits for you: it would change 62 % of its records since .*3 doubtful rows to correct/,
  )
  expect(second).toMatch(/^PortalKeeps failing: No answer\. since /)
})

it('the dashboard leads to the page of a data source, and from an export to the list of exports', async () => {
  show([broken, { ...broken, kind: 'export', sourceId: 'e1', name: 'Dates for the ERP' }])
  const source = await screen.findByRole('link', { name: 'ERP orders' })
  expect(source.getAttribute('href')).toBe('/sources?source=s1')
  const sent = screen.getByRole('link', { name: 'Dates for the ERP' })
  expect(sent.getAttribute('href')).toBe('/sources?tab=exports')
})
