import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MorningPlan } from '#contract/morning-plan.ts'
import { morningPlanQuery } from '#web/api/schedule/proposals.queries.ts'
import { MorningPanel } from './morning-panel.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'America/Chicago' } as const
const nowMs = Date.parse('2026-11-18T13:00:00Z')

const proposed: MorningPlan = {
  day: '2026-11-18',
  computedAt: '2026-11-18T11:30:00Z',
  outcome: 'proposed',
  proposalId: 'p1',
  effect: { becameLate: 0, later: 1, noDate: 0, newDate: 0, recovered: 2, earlier: 0 },
  movedOperations: 41,
  lateDaysBefore: 20,
  lateDays: 8,
  heldBack: 'savesTooLittle',
  appliedBy: null,
  changeId: null,
}

const show = async (plan: MorningPlan | null): Promise<string> => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(morningPlanQuery().queryKey, plan)
  const page = () => (
    <QueryClientProvider client={client}>
      <main>
        <MorningPanel dates={dates} nowMs={nowMs} />
      </main>
    </QueryClientProvider>
  )
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })
  const view = render(<RouterProvider router={router as never} />)
  const text = (await screen.findByRole('main')).textContent
  view.unmount()
  return text
}

it('the dashboard shows a proposed morning plan with its consequences and why a person has to apply it', async () => {
  const text = await show(proposed)
  expect(text).toContain('5:30 AM')
  expect(text).toContain('Review and apply')
  expect(text).toContain('2 projects recover, 1 later, 41 operations move. 12 fewer late days.')
  expect(text).toContain('It was not applied without you, because it saves fewer late days than your settings ask for.')
})

it('the dashboard names who applied a morning plan', async () => {
  const text = await show({ ...proposed, outcome: 'applied', heldBack: null, appliedBy: 'Scheduler', changeId: 'c' })
  expect(text).toContain('Morning plan, applied by Scheduler')
  expect(text).toContain('See what it changed')
})

it('the dashboard shows no panel on a morning on which nothing would gain, and after a proposal was discarded', async () => {
  expect(await show(null)).toBe('')
  expect(await show({ ...proposed, outcome: 'nothing', proposalId: null })).toBe('')
  expect(await show({ ...proposed, proposalId: null })).toBe('')
  expect(await show({ ...proposed, outcome: 'failed', proposalId: null })).toContain('could not be computed')
})
