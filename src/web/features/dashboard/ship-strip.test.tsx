import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import { ShipStrip } from './ship-strip.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'America/Chicago' } as const
const shipping = [
  {
    projectId: 'a',
    projectNumber: 'J-2400',
    projectName: 'Frame',
    state: 'onTime',
    latenessDays: -3,
    plannedShipDate: '2026-11-20T16:00:00Z',
  },
]

it('a project number never breaks at its hyphen in the narrow cards of the next shipments', async () => {
  const dashboard = { shipping, figures: { shipsSoon: 1 } } as unknown as Dashboard
  const component = () => <ShipStrip dashboard={dashboard} dates={dates} nowMs={Date.parse('2026-11-18T16:24:00Z')} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  expect((await screen.findByText('#J-2400')).className).toContain('whitespace-nowrap')
})
