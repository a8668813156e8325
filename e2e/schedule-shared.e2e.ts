import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { addProject, enterShop, openShop, send } from './support/open-shop.ts'

const hourMs = 3_600_000
const hourIn = (hours: number) => new Date((Math.floor(Date.now() / hourMs) + hours) * hourMs).toISOString()

/** A shop whose only project has a chain of two overdue operations. */
const openChain = async (page: Page, name: string): Promise<string> => {
  const shop = await openShop(page, name)
  await addProject(page, '801', [
    { name: 'Cut', daysOverdue: 2 },
    { name: 'Weld', daysOverdue: 1, after: 'Cut' },
  ])
  return shop
}

const barOf = (page: Page, name: string) => page.locator(`[id^=schedule-bar-][aria-label^="${name},"]`)

/** Accessible text of an operation's bar without the forecast, which for late work advances every minute. */
const barText = async (page: Page, name: string): Promise<string> => {
  const label = await barOf(page, name).getAttribute('aria-label')
  return label?.replace(/, forecast [^,]*/, '') ?? ''
}

const openGantt = async (page: Page) => {
  await page.goto('/schedule')
  const row = page.getByRole('treegrid').getByRole('row', { name: /#801/ })
  await expect(row).toBeVisible()
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.getByRole('button', { name: 'Expand' }).click()
  await expect(barOf(page, 'Weld')).toBeVisible()
}

test('a move in one browser appears in another one without a reload', async ({ page, browser }) => {
  const shop = await openChain(page, 'Shared Works')
  await openGantt(page)
  const other = await (await browser.newContext()).newPage()
  await enterShop(other, shop)
  await openGantt(other)
  const before = await barText(other, 'Weld')
  await page.getByRole('row', { name: /^Weld/ }).click()
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Enter')
  // A moved operation is pinned, and its bar says so once the server has stored it.
  await expect(barOf(page, 'Weld')).toHaveAccessibleName(/, pinned/)
  const after = await barText(page, 'Weld')
  expect(after).not.toBe(before)
  await expect.poll(() => barText(other, 'Weld')).toBe(after)
})

test('the visible range and the dispatch lists are printed without the rest of the screen', async ({ page }) => {
  await openChain(page, 'Paper Works')
  // Skips the browser's print dialog; the sheet remains until it reports that it has printed.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const { categoryId } = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: 'Mill' })
  const projects: { projectId: string }[] = await (await page.request.get('/api/projects')).json()
  // Only work at a work center is on a dispatch list.
  const path = `/project-operations/projects/${projects[0]?.projectId}/operations`
  const dates = { scheduledStartDate: hourIn(6), scheduledEndDate: hourIn(8) }
  await send(page, 'POST', path, { name: 'Deburr', durationHours: 2, categoryId, ...dates })
  await openGantt(page)
  for (const [nth, title] of [
    [0, /, Schedule, as of .*, page 1 of 1/],
    [2, /, Dispatch list, as of /],
  ] as const) {
    await page.getByRole('button', { name: 'Share and print' }).click()
    await page.getByRole('menuitem', { name: nth === 0 ? /This view\s*A4/ : /Dispatch list\s*A4/ }).click()
    const sheet = page.locator('[data-print]')
    await expect(sheet).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet.getByText(title)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Schedule all' })).toBeHidden()
    const file = await page.pdf({ preferCSSPageSize: true })
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(sheet).toHaveCount(0)
  }
})

test('the schedule can be read and an operation opened on a phone and on a tablet', async ({ page }) => {
  await openChain(page, 'Small Works')
  const isWiderThanScreen = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/schedule')
  const project = page.getByRole('button', { name: /#801/ })
  if ((await project.getAttribute('aria-expanded')) === 'false') await project.click()
  await page.getByRole('button', { name: /Weld/ }).click()
  const panel = page.getByRole('complementary', { name: 'Weld' })
  await expect(panel.getByText('Why then')).toBeVisible()
  await expect.poll(isWiderThanScreen).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Close panel' }).click()
  await expect(panel).toHaveCount(0)

  await page.setViewportSize({ width: 768, height: 1024 })
  await openGantt(page)
  await expect.poll(isWiderThanScreen).toBe(false)
  await page.goto('/schedule?view=timeline')
  await expect(page.getByRole('grid', { name: 'Schedule by work center' })).toBeVisible()
  await expect.poll(isWiderThanScreen).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the schedule has no serious accessibility violations with a panel, a selected link, groups, a preview or a menu', async ({
  page,
}) => {
  await openChain(page, 'Open Works')
  await openGantt(page)
  const faults: string[] = []
  const look = async (state: string) => {
    for (const fault of await accessibilityFaults(page)) faults.push(`${state}: ${fault}`)
    for (const fault of await darkColorFaults(page, { within: 'main' })) faults.push(`${state}: ${fault}`)
  }
  await page.getByRole('row', { name: /^Weld/ }).click()
  await expect(page.getByRole('complementary', { name: 'Weld' }).getByText('Why then')).toBeVisible()
  await page.getByRole('row', { name: /^Weld/ }).focus()
  await page.keyboard.press('l')
  await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible()
  await look('panel and link')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('If moved here')).toBeVisible()
  await look('preview of a move')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByLabel('Group the rows by').selectOption({ label: 'Lateness of the project' })
  await look('options')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /1 project$/ }).first()).toBeVisible()
  await look('groups')
  await page.goto('/schedule?view=timeline&pool=true')
  await expect(page.getByRole('complementary', { name: /unscheduled/ })).toBeVisible()
  await look('Timeline with the unscheduled list')
  expect(faults).toEqual([])
})
