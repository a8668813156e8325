import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Dashboard, LateProject } from '#contract/dashboard.ts'
import { DecisionTable } from './decision-table.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'America/Chicago' } as const
const nowMs = Date.parse('2026-11-18T16:24:00Z')

const late: LateProject = {
  projectId: 'a',
  projectNumber: '1027',
  projectName: 'Mezzanine',
  priority: 74,
  phase: 'production',
  state: 'late',
  plannedShipDate: '2026-11-06T16:00:00Z',
  projectedCompletionDate: '2026-11-25T16:00:00Z',
  projectedFrom: 'schedule',
  forecastCompletionDate: '2026-12-01T16:00:00Z',
  latenessDays: 25,
  pastDueDays: 12,
  mainCause: null,
  nextStep: null,
}
const held: LateProject = {
  ...late,
  projectId: 'b',
  projectNumber: '1035',
  state: 'onHold',
  forecastCompletionDate: null,
  latenessDays: null,
  pastDueDays: 1,
}

const show = async (change: Partial<Dashboard>) => {
  const dashboard = { figures: { late: 1, pastDue: 2 }, late: [late], pastDue: [late, held], shipping: [], ...change }
  const table = () => (
    <DecisionTable {...{ dates, nowMs }} dashboard={dashboard as unknown as Dashboard} tight={false} />
  )
  const router = createRouter({ routeTree: createRootRoute({ component: table }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await screen.findByText('Late and past due')
}

it('the decision table lists a late project in one group only, with its forecast, days late and days past due', async () => {
  await show({})
  const group = within(screen.getByRole('region', { name: 'Late' }))
  const [row] = group.getAllByRole('listitem')
  expect(row?.textContent).toContain('Tue 12/01')
  expect(row?.textContent).toContain('25 d late12 d past due')
  const rest = within(screen.getByRole('region', { name: 'Past due' }))
  expect(rest.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('On hold1 d past due'),
  ])
})

it('the decision table says when no project is late or past due', async () => {
  await show({ late: [], pastDue: [], figures: { late: 0, pastDue: 0 } as Dashboard['figures'] })
  expect(screen.getByText('Nothing is late')).toBeTruthy()
})
