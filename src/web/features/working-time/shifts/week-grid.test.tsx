import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it.each([
  ['America/Chicago', 'Sunday', 'Saturday'],
  ['Europe/Berlin', 'Monday', 'Sunday'],
])('the shift editor of a new organization in %s lists the week from %s to %s', async (timeZone, first, last) => {
  const tenant = await server.newTenant({ timeZone })
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  const { user } = await renderApp('/shift-patterns')
  const [create] = await screen.findAllByRole('button', { name: /^New .*pattern/ })
  if (create) await user.click(create)
  const days = (await screen.findAllByRole('button', { name: /^Add a period on/ })).map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  )
  expect([days.length, days[0], days[6]]).toEqual([7, `Add a period on ${first}`, `Add a period on ${last}`])
})

it('a pattern in use cannot be deleted, and its button names its users', async () => {
  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  await buildShift(ctx, { name: 'Days' })
  const nights = await buildShift(ctx, { name: 'Nights' })
  await buildCategory(ctx, { name: 'Paint', shiftId: nights.shiftId })
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp(`/shift-patterns?pattern=${nights.shiftId}`)
  const button = await screen.findByRole('button', { name: 'Delete' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toContain('Used by Paint')
})
