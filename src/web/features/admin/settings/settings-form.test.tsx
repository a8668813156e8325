import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeZones } from '#contract/time-zones.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('the time limit of the history', () => {
  it('is shortened only after a question that counts the deleted entries, and the audit log records it', async () => {
    const tenant = await server.newTenant({ timeZone: 'UTC' })
    const ctx = await server.contextOf(tenant.admin)
    for (const name of ['Saw', 'Lathe', 'Mill']) await buildCategory(ctx, { name })
    await buildProject(ctx, { projectName: 'Open' })
    // The history is from more than two years ago.
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`update history_entries set at = at - interval '800 days' where tenant_id = ${tenant.tenantId}
        and entity_id <> ${tenant.tenantId}`),
    )
    const browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const { user } = await renderApp('/admin?tab=settings')
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Keep history for' })
    expect([...field.options].map(({ text }) => text)).toEqual(
      ['Forever', '1 year', '2 years', '3 years', '5 years', '7 years', '10 years'], // biome-ignore format: one line
    )
    const choose = async (option: string) => {
      await user.selectOptions(field, option)
      const form = field.closest('form') ?? document.body
      await user.click(within(form).getByRole('button', { name: 'Save' }))
    }
    const stored = async () => (await server.as(tenant.admin).get('/organisation')).body.keepHistoryYears

    await choose('2 years')
    const question = await screen.findByRole('alertdialog', { name: 'Keep history for 2 years only?' })
    await within(question).findByText('3 history entries')
    expect(question.textContent).toContain('They cannot be restored.')
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await stored()).toBeNull()
    expect(browser.calls).not.toContain('PUT /api/organisation')

    await choose('2 years')
    const again = await screen.findByRole('alertdialog', { name: 'Keep history for 2 years only?' })
    await waitFor(() => expect(again.textContent).toContain('3 history entries'))
    await user.click(within(again).getByRole('button', { name: 'Delete older history' }))
    await waitFor(async () => expect(await stored()).toBe(2))

    // A longer limit deletes nothing, so there is no question.
    await choose('10 years')
    await waitFor(async () => expect(await stored()).toBe(10))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await choose('7 years')
    const harmless = await screen.findByRole('alertdialog', { name: 'Keep history for 7 years only?' })
    await within(harmless).findByText(/No history is that old yet/)
    await user.click(within(harmless).getByRole('button', { name: 'Save settings' }))
    await waitFor(async () => expect(await stored()).toBe(7))

    await user.click(screen.getByRole('tab', { name: 'Audit log' }))
    await waitFor(() => expect(document.body.textContent).toContain('Keep history for: forever → 2 years'))
  })
})

describe('the time zone and the closed-day rule', () => {
  it('can be chosen from all zones and two rules, are previewed, and are stored with their history', async () => {
    const tenant = await server.newTenant({ timeZone: 'America/Chicago' })
    const browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const { user } = await renderApp('/admin?tab=settings')
    const zone = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' })
    expect(zone.value).toBe('Central (America/Chicago)')
    await user.click(zone)
    const listbox = within(screen.getByRole('listbox', { name: 'Time zone' }))
    const labels = listbox.getAllByRole('option').map(({ textContent }) => textContent)
    expect(labels.slice(0, 20)).toEqual(
      timeZones.map(({ label, zone }) => (label === zone ? label : `${label} (${zone})`)),
    )
    expect(labels.length).toBeGreaterThan(400)
    await user.keyboard('monterrey{Enter}')
    expect(zone.value).toBe('America/Monterrey')
    await user.selectOptions(screen.getByRole('combobox', { name: 'A closed day closes' }), 'midnight')
    await user.click(within(zone.closest('form') ?? document.body).getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Save the settings?' }))
    const confirm = question.getByRole('button', { name: 'Save settings' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(confirm)
    const stored = async () => (await server.as(tenant.admin).get('/organisation')).body
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ timeZone: 'America/Monterrey', closedDayRule: 'midnight' }),
    )
    expect(browser.lastBody('PUT /api/organisation')).toEqual({
      timeZone: 'America/Monterrey',
      closedDayRule: 'midnight',
    })
    await user.click(screen.getByRole('tab', { name: 'Audit log' }))
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'A closed day closes: the shifts that begin on it → from midnight to midnight',
      ),
    )
  })
})
