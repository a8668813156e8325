import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ActivityEntry } from '#contract/dashboard.ts'
import { SchedulingEffectNow } from '#web/components/scheduling-run/scheduling-effect.tsx'
import { ActivityPanel } from './activity-panel.tsx'

const nowMs = Date.parse('2026-11-18T10:00:00Z')
const entry: ActivityEntry = {
  entry: {
    historyId: 'h',
    at: '2026-11-18T09:55:00Z',
    userId: null,
    userName: 'Dana Walker',
    source: 'screen',
    entity: 'operation',
    entityId: 'o',
    projectId: null,
    action: 'update',
    changes: [{ field: 'progressPercentage', from: 0, to: 40 }],
  },
  projectNumber: 'J-77',
  projectName: 'Frame',
  operationName: 'Paint: blast, prime and topcoat, two colors',
  more: 0,
}

it('recent activity shows the full change, however long the name is', () => {
  const dates = { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
  render(<ActivityPanel activity={[entry]} dates={dates} nowMs={nowMs} />)
  const words = screen.getByText('Paint: blast, prime and topcoat, two colors #J-77: Progress 40 %')
  expect(words.closest('.truncate')).toBeNull()
  expect(screen.getByText(/^Dana Walker, 5 min/)).toBeTruthy()
})

it('recent activity separates the value of a yes/no setting from its name', () => {
  const switched: ActivityEntry = {
    ...entry,
    entry: {
      ...entry.entry,
      entity: 'organisation',
      changes: [{ field: 'plannersApplyPlans', from: true, to: false }],
    },
    projectNumber: null,
    projectName: null,
    operationName: null,
  }
  const dates = { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
  render(<ActivityPanel activity={[switched]} dates={dates} nowMs={nowMs} />)
  expect(screen.getByText(/: Planners may apply plans for the whole shop: no$/)).toBeTruthy()
})

it("recent activity does not mistake a project's status link for the project", () => {
  const links = (['create', 'delete'] as const).map((action) => ({
    ...entry,
    operationName: null,
    entry: { ...entry.entry, historyId: action, entity: 'statusLink' as const, action, changes: [] },
  }))
  const dates = { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
  render(<ActivityPanel activity={links} dates={dates} nowMs={nowMs} />)
  expect(screen.getByText('Frame #J-77: Created a status link')).toBeTruthy()
  expect(screen.getByText('Frame #J-77: Revoked a status link')).toBeTruthy()
})

it('the card of the last run says that it is computing until the result arrives', () => {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <SchedulingEffectNow />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('region', { name: 'Scheduling again' }).textContent).toBe(
    'Calculating the effect of scheduling again…',
  )
  client.clear()
})
