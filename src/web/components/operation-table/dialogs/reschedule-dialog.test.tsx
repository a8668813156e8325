import { cleanup, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  // jsdom has no layout, and the list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440)
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('the dialog that reschedules operations offers one working day, and tomorrow as the date', async () => {
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  const { projectId } = await buildProject(ctx, {})
  await buildOperation(ctx, projectId, { name: 'Cut' })
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const { user } = await renderApp('/operations')
  await user.click(await screen.findByRole('checkbox', { name: /^Select Cut/ }))
  await user.click(await screen.findByRole('button', { name: /^Reschedule/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reschedule/ }))
  await user.click(dialog.getByRole('radio', { name: 'By working days' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Working days/).value).toBe('1')
  await user.click(dialog.getByRole('radio', { name: 'To a date' }))
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(dialog.getByLabelText<HTMLInputElement>(/^First day/).value).toBe(tomorrow)
})
