import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sendNoteAs } from '#testing/send-note-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { receiveNotification } from '#web/live/receive-notifications.ts'
import { setTenant } from '#web/stores/session.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant({ name: 'Northwind Fabrication' })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const open = async () => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const app = await renderApp('/profile')
  await waitFor(() => expect(browser.calls).toContain('GET /api/notifications'))
  return app
}
const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name })
const popover = async (app: Awaited<ReturnType<typeof open>>) => {
  await app.user.click(await bell())
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
const write = (title: string, over: object = {}) => sendNoteAs(server, tenant.admin, { title, ...over })

describe('the notification popover', () => {
  it.each([
    ['{}', 'Authentication failed'],
    ['{"error":"Notifications are off for you"}', 'Notifications are off for you'],
  ])('the answer %s without a notification token is shown and logged as "%s"', async (body, sentence) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    browser = useServer(server.app, tenant.planner)
    browser.interfere((_method, path) =>
      path.endsWith('/notification-token') ? new Response(body, { status: 403 }) : null,
    )
    openTab(storedFor(tenant.planner, tenant))
    const inside = await popover(await renderApp('/profile'))
    expect(await inside.findByText(sentence)).toBeTruthy()
    expect(warn).toHaveBeenCalledWith(sentence)
  })

  it('says on each tab that it is empty and disables the buttons that mark and clear', async () => {
    const app = await open()
    const inside = await popover(app)
    expect(await inside.findByText('No notifications')).toBeTruthy()
    expect(inside.getByText("You're all caught up! Check back later for new updates.")).toBeTruthy()
    expect(isOff(inside.getByRole('button', { name: 'Mark all as read' }))).toBe(true)
    expect(isOff(inside.getByRole('button', { name: 'Clear all' }))).toBe(true)
    await app.user.click(inside.getByRole('tab', { name: 'Unread (0)' }))
    expect(inside.getByText('No unread notifications')).toBeTruthy()
    await app.user.click(inside.getByRole('tab', { name: 'Archived' }))
    expect(inside.getByText('No archived notifications')).toBeTruthy()
    expect(inside.getByText("Notifications you've read will appear here.")).toBeTruthy()
    await app.user.click(inside.getByRole('button', { name: 'Show Filters' }))
    expect(inside.getByRole('button', { name: 'Hide Filters' })).toBeTruthy()
    await app.user.click(inside.getByRole('checkbox', { name: 'Warning' }))
    expect(inside.getByText('Nothing matches the filters')).toBeTruthy()
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  })

  it('counts unread notifications, groups them by day, escapes HTML, and can mark one or all as read and clear all', async () => {
    const hostile = '<img src=x onerror="document.title=1">'
    await write('Paint line is down', { message: hostile, priority: 'high' })
    await write('Crane is free')
    await write('Lunch at noon')
    const app = await open()
    const inside = await popover(app)
    await bell('Notifications, 3 unread')
    const days = within(await inside.findByRole('region', { name: 'Notifications by day' }))
    expect(days.getAllByRole('listitem')).toHaveLength(3)
    expect(days.getAllByText('High Priority')).toHaveLength(1)
    expect(days.getByText(hostile)).toBeTruthy()
    expect(document.querySelector('img[src="x"]')).toBeNull()
    await app.user.click(days.getByRole('button', { name: /^Crane is free/ }))
    await bell('Notifications, 2 unread')
    await app.user.click(inside.getByRole('tab', { name: 'Unread (2)' }))
    expect(inside.getAllByRole('listitem')).toHaveLength(2)
    await app.user.click(inside.getByRole('tab', { name: 'Archived' }))
    expect(inside.getAllByRole('listitem')).toHaveLength(1)
    await app.user.click(inside.getByRole('button', { name: 'Mark all as read' }))
    expect(inside.getAllByRole('listitem')).toHaveLength(3)
    await bell('Notifications')
    await waitFor(async () => {
      const { body } = await server.as(tenant.planner).get('/notifications')
      expect((body as Notification[]).filter(({ read }) => !read)).toEqual([])
    })
    await app.user.click(inside.getByRole('button', { name: 'Clear all' }))
    expect(await inside.findByText('No archived notifications')).toBeTruthy()
    await waitFor(async () => expect((await server.as(tenant.planner).get('/notifications')).body).toEqual([]))
  })

  it('closes when an action of a notification leads to a page, and marks it as read', async () => {
    await write('Look at the projects', {
      actions: [{ label: 'Open the projects', variant: 'text', action: '/projects' }],
    })
    const app = await open()
    const inside = await popover(app)
    await app.user.click(await inside.findByRole('button', { name: 'Open the projects' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/projects'))
    await waitFor(() => expect(screen.queryAllByRole('dialog', { name: 'Notifications' }).length).toBe(0))
    await bell('Notifications')
  })

  it('stays open when a notification without a subject is marked as read', async () => {
    await write('Crane is free')
    const app = await open()
    const inside = await popover(app)
    await app.user.click(await inside.findByRole('button', { name: /^Crane is free/ }))
    await bell('Notifications')
    expect(screen.getAllByRole('dialog', { name: 'Notifications' })).toHaveLength(1)
  })

  it('shows the notifications again when clearing them fails', async () => {
    await write('Crane is free')
    const app = await open()
    const inside = await popover(app)
    browser.interfere((method, path) =>
      method === 'DELETE' && path === '/api/notifications' ? new Response('', { status: 503 }) : null,
    )
    await app.user.click(await inside.findByRole('button', { name: 'Clear all' }))
    expect(await inside.findByRole('button', { name: /^Crane is free/ })).toBeTruthy()
  })
})

/** A notification from the server, as it arrives while the page is open. */
const arrival = (over: Partial<Notification>) =>
  ({
    id: crypto.randomUUID(),
    title: 'Welding is full',
    message: '',
    type: 'warning',
    category: 'Schedule',
    priority: 'medium',
    timestamp: new Date().toISOString(),
    read: false,
    subject: null,
    actions: [],
    cause: { code: 'note', fromUserId: 'x', fromName: 'Dana' },
    ...over,
  }) as Notification

it.each([
  [{ kind: 'projects' }, '/projects'],
  [{ kind: 'signIns' }, '/profile'],
  [{ kind: 'proposal', proposalId: 'q-1' }, '/proposals/q-1'],
  [{ kind: 'project', projectId: 'p-1' }, '/projects/p-1'],
  [{ kind: 'operation', projectId: 'p-1', operationId: 'o-1' }, '/projects/p-1/operations/o-1'],
])('a notification about %o opens its page and closes the popover', async (subject, path) => {
  const app = await open()
  await act(async () =>
    receiveNotification(app.queryClient, arrival({ read: true, subject: subject as Notification['subject'] })),
  )
  const inside = await popover(app)
  const went = vi.spyOn(app.router, 'navigate').mockImplementation(async () => {})
  await app.user.click(await inside.findByRole('button', { name: /^Welding is full/ }))
  expect(went).toHaveBeenCalledWith(expect.objectContaining({ href: path }))
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: 'Notifications' })).toHaveLength(0))
})

describe('a notification that arrives', () => {
  it('is shown once, sounds unless muted or of type info, and shows a toast only for high priority', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {})
    const app = await open()
    const arrive = (over: Partial<Notification>) => act(async () => receiveNotification(app.queryClient, arrival(over)))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Notifications' }).getAttribute('aria-expanded')).toBe('false'),
    )
    const id = crypto.randomUUID()
    for (let times = 0; times < 3; times++) await arrive({ id, priority: 'high' })
    await bell('Notifications, 1 unread')
    expect(await screen.findAllByText('Welding is full')).toHaveLength(1)
    expect(info.mock.calls).toEqual([['Notification sound: warning']])
    await arrive({ type: 'info', title: 'Quiet one' })
    await bell('Notifications, 2 unread')
    expect(info).toHaveBeenCalledOnce()
    const inside = await popover(app)
    await app.user.click(inside.getByRole('button', { name: 'Mute' }))
    await arrive({ type: 'error', title: 'Nobody hears this' })
    expect(info).toHaveBeenCalledOnce()
    await app.user.click(inside.getByRole('button', { name: 'Unmute' }))
    await arrive({ type: 'error', title: 'Everybody hears this' })
    expect(info).toHaveBeenCalledTimes(2)
  })

  it('is stored in the browser among the 20 newest, per user and organization, until the organization changes', async () => {
    for (let n = 0; n < 22; n++) await write(`Note ${n}`)
    await open()
    const key = `notifications:${tenant.tenantId}:${tenant.planner.userId}`
    const kept = () => JSON.parse(localStorage.getItem(key) ?? '[]') as Notification[]
    await waitFor(() => expect(kept()).toHaveLength(20))
    expect(kept()[0]?.title).toBe('Note 21')
    await bell('Notifications, 22 unread')
    cleanup()
    act(() => setTenant({ tenantId: crypto.randomUUID(), name: 'Contoso Machining' }))
    expect(Object.keys(localStorage).filter((name) => name.startsWith('notifications:'))).toEqual([])
  })

  it('can be a note to one colleague, written in the popover', async () => {
    const app = await open()
    const inside = await popover(app)
    await app.user.click(inside.getByRole('button', { name: 'Write to the team' }))
    await inside.findByRole('option', { name: tenant.admin.name })
    await app.user.selectOptions(inside.getByRole('combobox', { name: 'To' }), tenant.admin.userId)
    await app.user.type(inside.getByRole('textbox', { name: 'Title' }), 'Can you look at #1042?')
    await app.user.click(inside.getByRole('button', { name: 'Send' }))
    await waitFor(async () => {
      const [note] = (await server.as(tenant.admin).get('/notifications')).body as Notification[]
      expect(note).toMatchObject({ title: 'Can you look at #1042?', cause: { fromName: tenant.planner.name } })
    })
  })
})
