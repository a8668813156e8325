import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualMorningPlan } from '#contract/morning-plan.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('an admin chooses when the server proposes a plan and when it applies one, and the audit log says so', async () => {
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  const panel = await screen.findByRole('region', { name: 'Morning plan' })
  expect(panel.textContent).toContain('Mon, Tue, Wed, Thu, Fri at 5:30 AM, balanced search; a person applies it.')
  await user.click(within(panel).getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Morning plan' }))
  const save = dialog.getByRole('button', { name: 'Save' })
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await user.click(dialog.getByRole('checkbox', { name: day }))
  await user.click(save)
  expect((await dialog.findByText('Choose at least one day')).getAttribute('role')).toBe('alert')
  await user.click(dialog.getByRole('checkbox', { name: 'Sun' }))
  await user.type(dialog.getByRole('spinbutton', { name: /Apply it without a person/ }), '10')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Search' }), 'Quick')
  await user.click(save)
  await waitFor(async () =>
    expect((await server.as(tenant.admin).get('/organisation')).body.morningPlan).toEqual({
      ...usualMorningPlan,
      weekdays: [7],
      effort: 'quick',
      applyFromLateDays: 10,
    }),
  )
  await waitFor(() => expect(panel.textContent).toContain('if it saves 10 late days or more.'))
  await user.click(screen.getByRole('tab', { name: 'Audit log' }))
  await waitFor(() => expect(document.body.textContent).toContain('Morning plan: Mon, Tue'))
})
