import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('an admin saves the organization as a shop file, with the dates moved by a whole number of weeks', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  const panel = await screen.findByRole('region', { name: 'Shop file' })
  const link = () => within(panel).queryByRole<HTMLAnchorElement>('link', { name: 'Save shop file' })
  expect(link()?.getAttribute('href')).toBe(`/api/exports/shop?weeks=0&tenantId=${tenant.tenantId}`)

  const weeks = within(panel).getByRole('spinbutton', { name: 'Move all dates by' })
  await user.clear(weeks)
  await user.type(weeks, '-12')
  const href = link()?.getAttribute('href') ?? ''
  expect(href).toBe(`/api/exports/shop?weeks=-12&tenantId=${tenant.tenantId}`)
  const answer = await server.as(tenant.admin).get(href.replace('/api', ''))
  expect(answer.body.format).toBe('scheduler-shop/1')

  await user.type(weeks, '.5')
  expect(within(panel).getByRole('alert').textContent).toContain('Enter a whole number from -520 to 520')
  expect(link()).toBeNull()
})
