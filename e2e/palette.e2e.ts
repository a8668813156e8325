import { projectsAnswer } from '#testing/projects-answer.ts'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test('an admin goes anywhere by keys alone: by header, palette and shortcuts', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/')
  const header = page.getByRole('banner')
  const tabs = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(tabs).toHaveText([
    'Dashboard',
    'Projects',
    'Kanban Board',
    'Schedule',
    'Analytics',
    'Overdue',
    'Operations',
    'Admin',
  ])
  for (const name of ['Dark theme', 'Keyboard shortcuts', 'Search and commands'])
    await expect(header.getByRole('button', { name })).toBeVisible()
  await expect(header.getByText('Northwind Fabricatio…')).toBeVisible()

  // Every shortcut, and none of them in a field.
  for (const [key, path] of [
    ['P', '/projects'],
    ['K', '/kanban'],
    ['S', '/schedule'],
    ['A', '/analytics'],
    ['O', '/overdue-operations'],
    ['D', '/'],
  ] as const) {
    await page.keyboard.press(`Alt+${key}`)
    await page.waitForURL((url) => url.pathname === path)
  }
  await page.keyboard.press('Alt+Shift+?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of ['Command palette', 'Dashboard', 'Projects', 'Kanban Board', 'Schedule', 'Analytics', 'Overdue'])
    await expect(list.getByText(label, { exact: true })).toBeVisible()
  await expect(list.getByText('Dark or light')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  // The palette: its texts, its keys, its size.
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Type a command or search...')
  await expect(search).toBeFocused()
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  /** Enter does what is chosen, which follows what is found. */
  const choose = async (what: string | RegExp) => {
    await expect(options.first()).toContainText(what)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  }
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Recent', { exact: true })).toHaveCount(0)
  const box = await page.getByRole('listbox', { name: 'Commands' }).boundingBox()
  expect(box?.height).toBeLessThanOrEqual(400)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No commands found')).toBeVisible()
  await search.fill('shcedule')
  await expect(options.first()).toContainText('Schedule')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await choose('Schedule')
  await page.waitForURL((url) => url.pathname === '/schedule')

  // What was used is recent; a project and an operation by number, from the server.
  await page.getByRole('button', { name: 'Search and commands' }).press('Enter')
  await expect(page.getByRole('option', { name: /Schedule/ }).first()).toContainText('Recent')
  await expect(search).toBeFocused()
  await search.fill('1042')
  await choose('#1042')
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /#1042/ }).first()).toContainText('Recent')
  await search.fill('1042 weld')
  await choose(/weld/i)
  await page.waitForURL(/\/operations\/[0-9a-f-]{36}/)

  // A pin moves a screen to the front, and back.
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await search.fill('pin holidays')
  await choose(/^Pin.*Holidays/i)
  await expect(tabs.first()).toHaveText('Holidays')
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await search.fill('unpin holidays')
  await choose(/^Unpin.*Holidays/i)
  await expect(tabs.first()).toHaveText('Dashboard')
})

test('the palette stays fast with 10,000 entries', async ({ page }) => {
  await signInAs(page, 'planner')
  const [one] = await (await page.request.get('/api/projects')).json()
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    ...one,
    projectId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    projectNumber: String(20_000 + at),
    projectName: `Conveyor ${['Frame', 'Tower', 'Hopper'][at % 3]} CF-${at}`,
  }))
  await page.route('**/api/projects/columns*', (route) => route.fulfill({ json: projectsAnswer(many) }))
  await page.goto('/projects?view=all')
  await expect(page.getByRole('link', { name: /Conveyor/ }).first()).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Type a command or search...')).toBeFocused()
  const cdp = await page.context().newCDPSession(page)
  // The time of the thread, not of the clock: the machine may be busy with other things.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const scriptMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
  }
  const keysMs: number[] = []
  for (const key of 'conveyor frame 2471') {
    const before = await scriptMs()
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    keysMs.push((await scriptMs()) - before)
  }
  // Found with the last key, so no row of an earlier search is counted.
  await expect(page.getByRole('option').first()).toContainText('2471')
  const nodes = await page.evaluate(() => document.querySelectorAll('[data-modal] *').length)
  keysMs.sort((one, other) => one - other)
  console.log(
    `palette over 10,000: median ${keysMs[keysMs.length >> 1]?.toFixed(1)} ms, worst ${keysMs.at(-1)?.toFixed(1)} ms, ${nodes} nodes`,
  )
  // At most eight rows of each kind of record, however many entries there are.
  expect(nodes).toBeLessThanOrEqual(60)
})
