import { type FaultProxy, startFaultProxy } from '#testing/fault-proxy.ts'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { type Browser, expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { type demo, signInAs, signInByForm } from './support/sign-in-as.ts'

/** A colleague in a separate browser. */
const enter = async (browser: Browser, who: keyof typeof demo): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, who)
  await page.goto('/')
  // A user with a single organization skips the picker.
  if (who === 'multi') {
    await page.getByRole('button', { name: /Northwind Fabrication/ }).click()
    await page.waitForURL((url) => url.pathname === '/')
  }
  return page
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = (page: Page, count: number) =>
  expect(
    page.getByRole('button', { name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`, exact: true }),
  )
const openBell = async (page: Page) => {
  await bell(page).click()
  return page.getByRole('dialog', { name: 'Notifications' })
}
const write = async (page: Page, title: string, high = false) => {
  const popover = await openBell(page)
  await popover.getByRole('button', { name: 'Write to the team' }).click()
  await popover.getByLabel('Title').fill(title)
  if (high) await popover.getByLabel(/High priority/).check()
  await popover.getByRole('button', { name: 'Send' }).click()
  await expect(popover.getByRole('tab', { name: 'All' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
}
const clearAll = async (page: Page) => {
  await send(page, 'DELETE', '/notifications')
  await unread(page, 0).toBeVisible()
}

/** A project that is already late, because becoming late would add a notification to those counted here. */
const someProject = async (page: Page) => {
  const projects: { projectId: string; projectName: string; state: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  const project = projects.find(({ state }) => state === 'late')
  if (!project) throw new Error('The demo has no late project')
  return project
}

const titles: Record<string, string> = {
  Dashboard: 'What needs a decision today',
  Projects: 'Projects',
  'Kanban Board': 'Project Lifecycle',
  Schedule: 'Schedule',
  Overdue: 'Overdue operations',
  Operations: 'Operations',
}

test("three browsers see each other's presence, changes and notes within a second", { tag: '@promise' }, async ({
  browser,
}) => {
  const [planner, admin, multi] = (await Promise.all(
    (['planner', 'admin', 'multi'] as const).map((who) => enter(browser, who)),
  )) as [Page, Page, Page]
  const { projectId, projectName } = await someProject(planner)

  // Who is viewing the same project.
  await Promise.all([planner.goto(`/projects/${projectId}`), admin.goto(`/projects/${projectId}`)])
  await expect(planner.getByLabel(/^Also here: Alex Moreno/)).toBeVisible()
  await expect(admin.getByLabel(/^Also here: Dana Whitfield/)).toBeVisible()
  await expect(multi.getByLabel(/^Also here/)).toHaveCount(0)

  // Some of its work is overdue, whatever was scheduled before.
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  await send(planner, 'POST', `/project-operations/projects/${projectId}/operations`, {
    name: 'Check welds',
    durationHours: 8,
    scheduledStartDate: days(-3),
    scheduledEndDate: days(-2),
  })

  // A change in one browser appears in the others, on every screen.
  const screens = Object.keys(titles)
  const took: Record<string, number> = {}
  for (const [number, name] of screens.entries()) {
    const link = multi.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    const before = number === 0 ? projectName : `Renamed ${number - 1}`
    const main = multi.locator('main')
    // The address changes before the screen, and the previous screen shows the name too.
    await expect(main.getByRole('heading', { level: 1, name: titles[name] ?? name, exact: true })).toBeVisible()
    if (name === 'Operations') await main.getByRole('searchbox').fill('Renamed')
    await expect(main.getByText(before).first(), name).toBeVisible()
    await send(planner, 'PATCH', `/projects/${projectId}`, { projectName: `Renamed ${number}` })
    const startedAtMs = performance.now()
    await expect(main.getByText(`Renamed ${number}`).first(), name).toBeVisible()
    took[name] = Math.round(performance.now() - startedAtMs)
  }
  // Within a second if each browser has its own machine. Logged, not asserted, because this one may be busy.
  console.log('live after ms:', JSON.stringify(took))
  await expect(admin.getByRole('heading', { level: 1 })).toContainText(`Renamed ${screens.length - 1}`)
  await planner.goto('/projects')
  await expect(admin.getByLabel(/^Also here: Dana Whitfield/)).toHaveCount(0)

  // Every specified text of the popover.
  await Promise.all([planner, admin, multi].map(clearAll))
  const popover = await openBell(multi)
  await expect(popover).toContainText("No notificationsYou're all caught up! Check back later for new updates.")
  await expect(popover.getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true')
  await expect(popover.getByRole('button', { name: 'Clear all' })).toHaveAttribute('aria-disabled', 'true')
  await popover.getByRole('tab', { name: 'Unread (0)' }).click()
  await expect(popover).toContainText('No unread notifications')
  await popover.getByRole('tab', { name: 'Archived' }).click()
  await expect(popover).toContainText("No archived notificationsNotifications you've read will appear here.")
  await popover.getByRole('tab', { name: 'All' }).click()
  await popover.getByRole('button', { name: 'Show Filters' }).click()
  await popover.getByRole('button', { name: 'Mute' }).click()
  await expect(popover.getByRole('button', { name: 'Unmute' })).toBeVisible()

  // A note to everyone appears immediately in the list, or as a toast that soon fades if the list is closed.
  await Promise.all([
    expect(admin.getByRole('button', { name: 'Mark as read', exact: true })).toBeVisible({ timeout: 60_000 }),
    write(planner, 'Paint line is down', true),
  ])
  await expect(popover.getByText('High Priority')).toBeVisible()
  await expect(popover.getByRole('region', { name: 'Today' })).toContainText('Paint line is down')
  await unread(multi, 1).toBeVisible()
  expect(await accessibilityFaults(multi)).toEqual([])
  await expect.poll(async () => Math.round((await popover.boundingBox())?.width ?? 0)).toBe(400)
  await multi.keyboard.press('Escape')
  await multi.keyboard.press('Alt+T')
  await openBell(multi)
  expect(await accessibilityFaults(multi)).toEqual([])
  await popover.getByRole('button', { name: /^Paint line is down/ }).click()
  await unread(multi, 0).toBeVisible()
  await unread(planner, 0).toBeVisible()
  for (const page of [planner, admin, multi]) await page.context().close()
})

test.describe('a bad network between browser and server', () => {
  let proxy: FaultProxy
  test.beforeEach(async ({ baseURL }) => {
    proxy = await startFaultProxy(Number(new URL(baseURL ?? '').port))
  })
  test.afterEach(() => proxy.close())

  test('the notes are neither lost nor shown twice: after a reset, latency and silence, by socket, polling and socket again', async ({
    browser,
  }) => {
    const planner = await enter(browser, 'planner')
    const far = await (await browser.newContext({ baseURL: `http://localhost:${proxy.port}` })).newPage()
    await signInByForm(far, 'admin')
    await far.clock.install()
    let socketsOpened = 0
    let blocked = false
    await far.routeWebSocket(/\/api\/live/, (socket) => {
      if (blocked) return void socket.close()
      socketsOpened += 1
      socket.connectToServer()
    })
    let polls = 0
    far.on('response', (response) => {
      if (response.url().endsWith('/notifications/unread')) polls += 1
    })
    /** Advances the clock of the far side by half minutes until the assertion holds; retries wait for less. */
    const inTime = (isSo: () => Promise<void>) =>
      expect(async () => {
        await far.clock.fastForward(31_000)
        await isSo()
      }).toPass({ timeout: 60_000 })
    const soon = { timeout: 2_000 }
    const { projectId } = await someProject(planner)
    await far.goto(`/projects/${projectId}`)
    await expect.poll(() => socketsOpened).toBe(1)
    await Promise.all([planner, far].map(clearAll))

    await write(planner, 'one')
    await unread(far, 1).toBeVisible()

    // Cut: missed changes are fetched after the reconnect.
    proxy.resetAll()
    await write(planner, 'two')
    await send(planner, 'PATCH', `/projects/${projectId}`, { projectName: 'Cut meanwhile' })
    await expect.poll(() => socketsOpened).toBeGreaterThan(1)
    await unread(far, 2).toBeVisible()
    await expect(far.getByRole('heading', { level: 1 })).toContainText('Cut meanwhile')

    proxy.setLatencyMs(150)
    await write(planner, 'three')
    await unread(far, 3).toBeVisible()
    proxy.setLatencyMs(0)

    // Silence: the heartbeat notices it, and writes wait.
    proxy.setBlackhole(true)
    await write(planner, 'four')
    await write(far, 'from far away')
    await far.clock.fastForward(26_000)
    await far.clock.fastForward(11_000)
    const popover = await openBell(far)
    await expect(popover.getByText('1 to be sent')).toBeVisible()
    await far.keyboard.press('Escape')
    await unread(planner, 0).toBeVisible()
    // No socket at all, with polling in its place.
    blocked = true
    proxy.setBlackhole(false)
    const before = socketsOpened
    await inTime(async () => {
      await unread(far, 4).toBeVisible(soon)
      await unread(planner, 1).toBeVisible(soon)
    })
    await write(planner, 'five')
    await inTime(() => unread(far, 5).toBeVisible(soon))
    expect(polls).toBeGreaterThan(0)
    expect(socketsOpened).toBe(before)

    // Back to the socket.
    blocked = false
    await inTime(() => expect.poll(() => socketsOpened, soon).toBe(before + 1))
    await write(planner, 'six')
    // On a slow machine the far side may drop this socket, because its clock jumps, and open another one.
    await inTime(() => unread(far, 6).toBeVisible(soon))
    const list = await openBell(far)
    for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await expect(list.getByRole('button', { name: new RegExp(`^${title}\\b`) })).toHaveCount(1)
    }
    const mine = await openBell(planner)
    await expect(mine.getByRole('button', { name: /^from far away/ })).toHaveCount(1)
    for (const page of [planner, far]) await page.context().close()
  })
})
