import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildDevice } from '#testing/builders/build-device.ts'
import { floorShop } from '#testing/floor-shop.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { rereadFloor } from '#web/stores/floor.ts'

const { shop, addWork } = floorShop()
beforeEach(() => {
  stubResizeObserver()
  shop.server.clock.set(new Date())
})
afterEach(() => {
  cleanup()
  openTab()
  rereadFloor()
  vi.restoreAllMocks()
})

it('a traveler has a code for each operation, and its address moves a tablet to the card', async () => {
  const { projectId, operationId } = await addWork('Cut', null)
  await addWork('Trim', null, {}, projectId)
  vi.spyOn(window, 'print').mockImplementation(() => {})
  useServer(shop.server.app, shop.tenant.planner)
  openTab(storedFor(shop.tenant.planner, shop.tenant))
  const { user } = await renderApp(`/projects/${projectId}`)
  await user.click(await screen.findByRole('button', { name: 'Print traveler' }))
  await user.click(await screen.findByRole('menuitem', { name: /Traveler.*A4/ }))
  await waitFor(() => expect(window.print).toHaveBeenCalled())

  expect(document.querySelectorAll('[data-print] svg').length).toBe(2)
  cleanup()

  const device = await buildDevice(shop.ctx, { categoryIds: [shop.saw], name: 'New tablet' })
  const browser = useServer(shop.server.app)
  browser.cookies.set('__Host-floor', device.floorSecret ?? '')
  openTab()
  rereadFloor()
  await renderApp(`/floor?operation=${operationId}`)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Cut'))
})
