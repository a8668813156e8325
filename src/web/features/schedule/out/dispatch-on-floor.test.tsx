import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayMs } from '#domain/time/units.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { floorShop } from '#testing/floor-shop.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

const { shop, addWork, cardsOf } = floorShop()
beforeEach(() => {
  stubResizeObserver()
  shop.server.clock.set(new Date())
  for (const side of ['clientHeight', 'clientWidth'] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900)
  }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const inDays = (days: number) => new Date(shop.server.clock.now().getTime() + days * dayMs).toISOString()

/** An operation at the saw in a project of its own, planned `days` from now. */
const addJob = async (name: string, days: number, shipsInDays: number, fields: object = {}) => {
  const plannedShipDate = inDays(shipsInDays)
  const { projectId } = await buildProject(shop.ctx, { plannedShipDate })
  const dates = { scheduledStartDate: inDays(days), scheduledEndDate: inDays(days + 0.25), pinned: true }
  await addWork(name, null, { durationHours: 6, ...dates, ...fields }, projectId)
}

const printedNames = () =>
  [...document.querySelectorAll('[data-print] tbody tr')].map((row) => row.querySelectorAll('td')[3]?.textContent)

it('the tablet at a work center and its printed dispatch list have the same order, even if work is late', async () => {
  await addJob('Late and planned last', 9, 2)
  await addJob('Next week', 7, 60)
  await addJob('Tomorrow', 1.5, 60)
  await addJob('Late and planned in between', 4, 1)
  await addJob('Past due', 5, -10)
  await addJob('Begun', -0.1, 60, { progressPercentage: 20 })
  await addJob('On hold', 3, 60, { onHold: true })
  const cards: { name: string; section: string; state: string }[] = await cardsOf()
  const namesIn = (...sections: string[]) =>
    cards.filter(({ section }) => sections.includes(section)).map(({ name }) => name)
  expect(cards.filter(({ state }) => state === 'projectedLate' || state === 'overdue').length).toBeGreaterThan(2)
  expect(namesIn('today')).toEqual(['Begun'])
  expect(namesIn('onHold')).toEqual(['On hold'])

  vi.spyOn(window, 'print').mockImplementation(() => {})
  useServer(shop.server.app, shop.tenant.planner)
  openTab(storedFor(shop.tenant.planner, shop.tenant))
  const { user } = await renderApp('/schedule')
  await user.click(await screen.findByRole('button', { name: 'Share and print' }))
  await user.click(await screen.findByRole('menuitem', { name: /Dispatch list.*Letter/ }))
  await waitFor(() => expect(window.print).toHaveBeenCalled())
  expect(printedNames()).toEqual(namesIn('today', 'next'))
  expect(printedNames()).toEqual([
    'Begun',
    'Tomorrow',
    'Late and planned in between',
    'Past due',
    'Next week',
    'Late and planned last',
  ])
})
