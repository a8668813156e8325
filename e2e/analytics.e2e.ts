import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name })

test('a planner looks back a year, opens a load cell by keyboard, and downloads a CSV file', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()

  // The expected number comes from the server, because the panel may still show the shorter range.
  const asking = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url())
    const from = Date.parse(searchParams.get('from') ?? '')
    return pathname.endsWith('/analytics/delivery') && Date.now() - from > 300 * 86_400_000
  })
  await page.getByText('12 months').click()
  await expect(page).toHaveURL(/months=12/)
  const { shipped } = await (await page.request.get((await asking).url())).json()
  expect(shipped).toBeGreaterThan(30)
  const lateness = panel(page, `Lateness of ${shipped} shipped projects`)
  await lateness.getByRole('button', { name: 'Show as table' }).click()
  const counts = () => lateness.getByRole('table').locator('tbody td').allTextContents()
  await expect.poll(async () => (await counts()).map(Number).reduce((sum, count) => sum + count, 0)).toBe(shipped)
  await page.reload()
  await expect(panel(page, `Lateness of ${shipped} shipped projects`)).toBeVisible()

  const download = page.waitForEvent('download')
  await panel(page, 'On-time rate, % of projects shipped').getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  const lines = csv.trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[2])).reduce((sum, count) => sum + count, 0)).toBe(shipped)

  const heat = panel(page, 'Load of capacity by week, %')
  await expect(heat.getByText(/is the bottleneck|waits for a work center|No project is planned/)).toBeVisible()
  await heat
    .getByRole('button', { name: /^Laser cutting, week of/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Welding, week of/)
  await page.keyboard.press('Enter')
  const cell = panel(page, /^Welding, week of/)
  const operations = cell.getByRole('list', { name: 'Operations of this cell' }).getByRole('link')
  await expect(operations.first()).toBeVisible()
  await operations.first().click()
  await expect(page).toHaveURL(/\/projects\/[^/]+\/operations\//)
})

test('each number on the dashboard opens a list with that many rows', { tag: '@promise' }, async ({ page }) => {
  await signInAs(page, 'planner')
  const figures = page.getByRole('navigation', { name: "Today's metrics" })
  const open = async (name: RegExp): Promise<number> => {
    await page.goto('/')
    const figure = figures.getByRole('link', { name })
    await expect(figure.locator('b')).toHaveText(/^[\d,]+$/)
    const count = Number((await figure.locator('b').textContent())?.replace(',', ''))
    await figure.click()
    return count
  }
  for (const name of [/^Late/, /^Past due/, /^Ship in 14 days/, /^On hold/]) {
    const count = await open(name)
    await expect(page).toHaveURL(/\/projects\?/)
    const project = count === 1 ? 'project' : 'projects'
    await expect(page.getByText(new RegExp(`^${count} ${project}\\b`)).first(), String(name)).toBeVisible()
  }
  const stalled = await open(/^Stalled/)
  await expect(page).toHaveURL(/\/operations\?stalled=true/)
  const operations = page.getByRole('region', { name: 'Operations' })
  await expect(operations.getByRole('link')).toHaveCount(stalled)
  const over = await open(/^Over capacity/)
  await expect(page).toHaveURL(/\/analytics\?weeks=3/)
  const heat = panel(page, 'Load of capacity by week, %')
  if (over > 0) await expect(heat.getByText(`${over} over capacity`)).toBeVisible()
  await expect(
    heat.locator('tbody tr').filter({ has: page.getByRole('button', { name: /over capacity$/ }) }),
  ).toHaveCount(over)

  await page.goto('/')
  await expect(panel(page, 'Recent activity')).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"compact"') ?? false)
  await page.getByRole('button', { name: 'Compact layout' }).click()
  await expect(panel(page, 'Recent activity')).toHaveCount(0)
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(panel(page, 'Last run')).toBeVisible()
  await expect(panel(page, 'Recent activity')).toHaveCount(0)
  await page.getByRole('button', { name: 'Compact layout' }).click()
  await expect(panel(page, 'Recent activity')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Most visited' }).getByRole('link', { name: 'Projects' }),
  ).toBeVisible()
})

test('the dashboard shows the same effect of scheduling again as its preview', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  const again = page.getByRole('region', { name: 'Scheduling again' })
  await expect(again).toContainText(/\d+ operations? (is|are) behind plan\. Scheduling again: /)
  const words = (await again.textContent()) ?? ''
  const outcome = /Scheduling again: (.*?\.) Late days/.exec(words)?.[1]
  const behind = /(\d+) operations? (is|are) behind plan/.exec(words)?.[1]
  await again.getByRole('button', { name: 'Preview' }).click()
  await expect(page).toHaveURL(/\/proposals\//)
  await expect(page.getByRole('main')).toContainText(outcome ?? 'an outcome')
  await page.goto('/overdue-operations?tab=behindPlan')
  await expect(page.getByRole('tab', { name: /^Behind plan/ })).toContainText(behind ?? 'a number')
})
