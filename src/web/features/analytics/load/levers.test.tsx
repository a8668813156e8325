import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LateCauses } from '#contract/analytics.ts'
import { Levers } from './levers.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'UTC' } as const

const lever: LateCauses['levers'][number] = {
  code: 'addCapacity',
  operation: null,
  workCenter: { categoryId: 'saw', name: 'Saw', kind: 'inside' },
  changes: [{ kind: 'category', categoryId: 'saw', capacity: 2 }],
  method: 'optimize',
  ahead: null,
  completionDate: '2026-12-01T17:00:00Z',
  latenessDays: 0,
  gainMs: 1,
  lateDaysBefore: 260,
  lateDays: 74,
  laterProjects: 0,
  becomeLate: 0,
  delayed: [],
}
const operation = { operationId: 'o', projectId: 'p', projectNumber: '1042', name: 'Weld' }

it('a lever shows the same action as the panel of its project, with the project and the effect on the shop', async () => {
  const levers = [lever, { ...lever, code: 'unpin' as const, operation, method: 'keepSequence' as const, lateDays: 1 }]
  const list = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Levers label="What would help there" levers={levers} dates={dates} nowMs={0} />
    </QueryClientProvider>
  )
  const router = createRouter({ routeTree: createRootRoute({ component: list }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.replace('Try first', ''))).toEqual([
    'More capacity at Saw: 2 instead of 1, then schedule again74 late days in the shop instead of 260',
    '#1042: Unpin Weld1 late day in the shop instead of 260',
  ])
})
