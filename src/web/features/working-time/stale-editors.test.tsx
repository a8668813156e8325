// @module-tag rest
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { forgetSession } from '#web/stores/session.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
})
afterAll(() => server.close())
const open = async (path: string, edit: string) => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const app = await renderApp(path)
  await app.user.click(await screen.findByRole('button', { name: edit }))
  const form = within(await screen.findByRole('dialog'))
  const name = form.getByRole('textbox', { name: 'Name' })
  await app.user.clear(name)
  await app.user.type(name, 'Mine')
  return { ...app, form }
}

const openSettings = async () => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  return renderApp('/admin?tab=settings')
}

describe('an edit conflict can be resolved if another user has saved in the meantime', () => {
  it('the same work center', async () => {
    const category = await buildCategory(await server.contextOf(tenant.admin), { name: 'Welding', capacity: 1 })
    const app = await open('/shift-patterns?tab=work-centers', 'Edit Welding')
    const path = `/categories/${category.categoryId}`
    await server.as(tenant.admin).put(path, { ...category, name: 'Theirs', capacity: 3 })
    await app.user.click(app.form.getByRole('button', { name: 'Save' }))
    const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
    expect(conflict.getByRole('radio', { name: /Theirs/ })).toBeTruthy()
    await app.user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(async () => {
      const { body } = await server.as(tenant.admin).get('/categories')
      expect(body).toMatchObject([{ name: 'Mine', capacity: 3 }])
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('the same shift pattern', async () => {
    const shift = await buildShift(await server.contextOf(tenant.admin), { name: 'Days' })
    useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const app = await renderApp(`/shift-patterns?pattern=${shift.shiftId}`)
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await app.user.clear(name)
    await app.user.type(name, 'Mine')
    const versions = shift.versions.map((week) => ({ ...week, periods: [], breaks: [] }))
    const theirs = await server.as(tenant.admin).put(`/shifts/${shift.shiftId}`, { name: 'Days', versions })
    expect(theirs.status).toBe(200)
    await app.user.click(screen.getByRole('button', { name: 'Save pattern' }))
    const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
    await app.user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(async () => {
      const { body } = await server.as(tenant.admin).get('/shifts')
      expect(body).toMatchObject([{ name: 'Mine', versions: [{ periods: [] }] }])
    })
  })

  it('the same holiday', async () => {
    const { body } = await server.as(tenant.admin).post('/holidays', { name: 'Plant closed', date: '2026-12-24' })
    const app = await open('/holidays', 'Edit Plant closed')
    const { name, rule, fromMinute, toMinute, categoryId } = body
    const theirs = { name, rule, fromMinute, toMinute, categoryId, date: '2026-12-23' }
    await server.as(tenant.admin).put(`/holidays/${body.holidayId}`, theirs)
    await app.user.click(app.form.getByRole('button', { name: 'Save' }))
    const confirm = await app.form.findByRole('button', { name: 'Save holiday' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'))
    await app.user.click(confirm)
    const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
    expect(conflict.getByText('You changed different fields. Saving keeps both.')).toBeTruthy()
    await app.user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(async () => {
      expect((await server.as(tenant.admin).get('/holidays')).body).toMatchObject([
        { name: 'Mine', date: '2026-12-23' },
      ])
    })
  })

  it('the same holiday template', async () => {
    const items = [{ name: 'Plant closed', date: '2026-12-24' }]
    const { body } = await server.as(tenant.admin).post('/holiday-templates', { name: 'Custom', items })
    const app = await open('/holidays', 'Edit template Custom')
    const path = `/holiday-templates/${body.templateId}`
    await server.as(tenant.admin).put(path, { name: 'Theirs', items: [{ name: 'Plant closed', date: '2026-12-23' }] })
    await app.user.click(app.form.getByRole('button', { name: 'Save template' }))
    const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
    expect(conflict.getByText('12/23 Plant closed')).toBeTruthy()
    await app.user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(async () => {
      const found = (await server.as(tenant.admin).get('/holiday-templates')).body
      const stored = found.find(({ templateId }: { templateId: string }) => templateId === body.templateId)
      expect(stored).toMatchObject({ name: 'Mine', items: [{ date: '2026-12-23' }] })
    })
  })

  it('the same settings of the organization', async () => {
    const app = await openSettings()
    const prefix = await screen.findByRole('textbox', { name: 'Prefix of new project numbers' })
    await app.user.clear(prefix)
    await app.user.type(prefix, 'M-')
    const before = (await server.as(tenant.admin).get('/organisation')).body
    await server.as(tenant.admin).put('/organisation', { projectNumberPrefix: 'T-', weekStartsOn: 7 })
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
    expect(conflict.getByRole('radio', { name: /Theirs.*T-/ })).toBeTruthy()
    expect(conflict.getByText('Sunday')).toBeTruthy()
    await app.user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(async () => {
      const { body } = await server.as(tenant.admin).get('/organisation')
      expect(body).toMatchObject({ projectNumberPrefix: 'M-', weekStartsOn: 7, version: before.version + 2 })
    })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

it("a reader who discards their settings sees the other admin's settings", async () => {
  const app = await openSettings()
  const prefix = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Prefix of new project numbers' })
  await app.user.clear(prefix)
  await app.user.type(prefix, 'Mine-')
  await server.as(tenant.admin).put('/organisation', { projectNumberPrefix: 'Theirs-' })
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
  await app.user.click(conflict.getByRole('button', { name: 'Discard mine' }))
  await waitFor(() => expect(prefix.value).toBe('Theirs-'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

const signIn = () => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
}
const keptDrafts = () => Object.entries(sessionStorage).filter(([key]) => key.startsWith('draft:'))

it.each([
  ['a holiday', '/holidays', 'New holiday', 'New holiday'],
  ['overtime', '/shift-patterns?tab=exceptions', 'Add overtime or downtime', 'Add overtime or downtime'],
  ['a new work center', '/shift-patterns?tab=work-centers', 'New work center', 'New work center'],
  ['a work center', '/shift-patterns?tab=work-centers', 'Edit Sawing', 'Edit Sawing'],
  ['a user', '/admin?tab=users', 'Edit', 'Edit user'],
])(
  'the unsaved form of %s opens again after an expired session and a new sign-in, until its draft is discarded',
  async (_, path, button, title) => {
    if (button === 'Edit Sawing') await buildCategory(await server.contextOf(tenant.admin), { name: 'Sawing' })
    signIn()
    const { user } = await renderApp(path)
    if (button === 'Edit') {
      await user.click(valueAt(await screen.findAllByRole('button', { name: /^Actions/ }), 0))
      await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }))
    } else await user.click(valueAt(await screen.findAllByRole('button', { name: button }), 0))
    // A dialog that loads its record first replaces its fields afterwards.
    const nameField = async () => {
      await screen.findByRole('dialog', { name: title })
      return screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    }
    await user.type(await nameField(), ' Founders')
    const typed = (await nameField()).value
    expect(typed).toContain('Founders')
    const drafts = keptDrafts()
    forgetSession('Not authenticated')
    cleanup()
    signIn()
    // A new tab of the tests starts empty, but the reader's real tab would still have the drafts.
    for (const [key, value] of drafts) sessionStorage.setItem(key, value)
    const again = await renderApp(path)
    expect((await nameField()).value).toBe(typed)
    await again.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await again.user.click(await screen.findByRole('button', { name: 'Leave Page' }))
    expect(keptDrafts()).toEqual([])
  },
)
