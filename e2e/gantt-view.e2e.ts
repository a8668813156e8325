import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from './support/journey.ts'
import { toastWith } from './support/kanban-board.ts'
import { addProject, enterShop, openShop, send } from './support/open-shop.ts'

const dayMs = 86_400_000
const isoIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

interface Project {
  projectId: string
  projectNumber: string
}
interface Operation {
  operationId: string
  name: string
}

/** Two projects; the first is past its ship date with one of its two operations done. */
const lateShop = async (page: Page, name: string) => {
  const shop = await openShop(page, name)
  await addProject(page, '501', [
    { name: 'Cut', daysOverdue: 4 },
    { name: 'Weld', daysOverdue: 3, after: 'Cut' },
  ])
  await addProject(page, '502', [
    { name: 'Drill', daysOverdue: 2 },
    { name: 'Ream', daysOverdue: 1 },
  ])
  const projects: Project[] = await (await page.request.get('/api/projects')).json()
  const late = projects.find(({ projectNumber }) => projectNumber === '501')?.projectId ?? ''
  await send(page, 'PUT', `/projects/${late}`, { plannedShipDate: isoIn(-2) })
  const { projectOperations } = await (await page.request.get(`/api/projects/${late}/operations`)).json()
  const [cut] = (projectOperations as Operation[]).filter((one) => one.name === 'Cut')
  await send(page, 'PUT', `/project-operations/projects/${late}/operations/${cut?.operationId}`, {
    progressPercentage: 100,
  })
  return shop
}

test('the Gantt opens on late work, and a saved view with completed work opens by default', async ({
  page,
  browser,
}) => {
  const shop = await lateShop(page, 'Gantt Works')
  await page.goto('/schedule')
  const plan = page.getByRole('treegrid', { name: 'Schedule by project' })
  await expect(plan.getByRole('row', { name: /#501/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(plan.getByRole('row', { name: /#502/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(plan.getByRole('row', { name: '1 done' })).toHaveAttribute('aria-expanded', 'false')
  await expect(plan.getByRole('row', { name: /^Cut/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('switch', { name: 'Completed operations' }).click()
  await page.getByRole('switch', { name: /Forecast and slack/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/done=true/)
  await expect(plan.getByRole('row', { name: /^Cut/ })).toBeVisible()
  await expect(page.locator('[data-forecast]')).toHaveAttribute('d', /M/)
  await expect(page.getByLabel(/^Weld, .* forecast /)).toBeVisible()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  await page.getByLabel('Name').fill('All work')
  await page.getByLabel('Open by default').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(toastWith(page, 'All work saved')).toBeVisible()

  const later = await (await browser.newContext()).newPage()
  await enterShop(later, shop)
  await later.goto('/schedule')
  await expect(later).toHaveURL(/done=true/)
  await expect(later.getByRole('button', { name: 'All work' })).toBeVisible()
  await expect(later.getByRole('row', { name: /^Cut/ })).toBeVisible()
})

test('the operations of the schedule are downloaded as a file, and the link to a view shows the same days', async ({
  page,
}) => {
  await lateShop(page, 'Output Works')
  await page.goto('/schedule')
  await page.getByRole('button', { name: 'Share and print' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\uFEFF"Project","Name","Operation"/)
  expect(file).toMatch(/"501","Frame 501","Weld"/)

  const day = isoIn(100).slice(0, 10)
  await page.goto(`/schedule?zoom=hours&date=${day}`)
  const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const title = `${Number(day.slice(8))} · ${month.format(new Date(day))}`
  await expect(page.getByText(new RegExp(` ${title}$`))).toBeInViewport()
})

test('menus, tips and the panel of the schedule open without a connection once the page has come to rest', async ({
  page,
  context,
}) => {
  await lateShop(page, 'Away Works')
  await page.goto('/schedule')
  const weld = page.getByRole('gridcell', { name: /^Weld, / })
  await expect(weld).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Visible time of the plan' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await weld.hover()
  await expect(page.getByRole('tooltip')).toContainText('Weld')
  await page.getByRole('button', { name: 'View options' }).click()
  await expect(page.getByRole('switch', { name: 'Completed operations' })).toBeVisible()
  await expect(page.getByLabel('Compare with')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share and print' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link to this view' })).toBeFocused()
  await page.keyboard.press('Escape')
  await weld.click()
  await expect(page.getByRole('complementary', { name: 'Weld' })).toContainText('Why then')
})

test('a planner links two operations by drawing, extends one, and unlinks them in the panel', async ({ page }) => {
  await lateShop(page, 'Link Works')
  await page.goto('/schedule?q=502')
  const plan = page.getByRole('treegrid')
  const project = plan.getByRole('row', { name: /#502/ })
  if ((await project.getAttribute('aria-expanded')) === 'false')
    await project.getByRole('button', { name: 'Expand' }).click()
  const [drill, ream] = [
    page.getByRole('gridcell', { name: /^Drill, / }),
    page.getByRole('gridcell', { name: /^Ream, / }),
  ]
  await drill.hover()
  const handle = page.locator('[data-link-handle]')
  await handle.hover()
  await page.mouse.down()
  await ream.hover()
  await expect(page.getByText('Ream will wait for Drill')).toBeVisible()
  await page.mouse.up()
  await expect(toastWith(page, 'Ream waits for Drill')).toBeVisible()

  // A click selects; the panel lists the link, edits the hours, and removes the link.
  await plan.getByRole('row', { name: /^Ream/ }).click()
  const panel = page.getByRole('complementary', { name: 'Ream' })
  const waits = panel.getByRole('region', { name: 'Waits for' })
  await expect(waits.getByRole('button', { name: 'Drill', exact: true })).toBeVisible()
  await panel.getByRole('spinbutton', { name: /Hours/ }).fill('12')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('12 h', { exact: true })).toBeVisible()
  await waits.getByRole('button', { name: 'Do not wait for Drill' }).click()
  await expect(toastWith(page, 'Ream no longer waits for Drill')).toBeVisible()
  await expect(waits.getByRole('button', { name: 'Drill', exact: true })).toHaveCount(0)
  await toastWith(page, 'Ream no longer waits for Drill').getByRole('button', { name: 'Undo' }).click()
  await expect(waits.getByRole('button', { name: 'Drill', exact: true })).toBeVisible()
})

test('an unscheduled operation is dragged from the list next to the Timeline to a lane', async ({ page }) => {
  await openShop(page, 'Pool Works')
  const mill = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: 'Mill', capacity: 1 })
  const fields = { projectNumber: '601', projectName: 'Frame 601', currentPhase: 'production' }
  const { projectId } = await send<Project>(page, 'POST', '/projects', { ...fields, plannedShipDate: isoIn(30) })
  const operation = (name: string) => ({
    operationId: crypto.randomUUID(),
    name,
    categoryId: mill.categoryId,
    durationHours: 4,
  })
  await send(page, 'POST', `/project-operations/projects/${projectId}/operations/batch`, [
    { ...operation('Turn'), scheduledStartDate: isoIn(0), scheduledEndDate: isoIn(0.2), pinned: true },
    operation('Deburr'),
  ])
  await page.goto('/schedule?view=timeline&zoom=hours')
  await page.getByRole('button', { name: '1 unscheduled' }).click()
  const pool = page.getByRole('complementary', { name: '1 unscheduled' })
  const row = pool.getByRole('button', { name: /Deburr/ })
  const grid = page.getByRole('grid', { name: 'Schedule by work center' })
  const turn = grid.getByRole('gridcell', { name: /Turn, / })
  const box = await turn.boundingBox()
  if (!box) throw new Error('The bar is not on screen')
  await row.hover()
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 10, { steps: 5 })
  await expect(page.getByText('Above the capacity of Mill')).toBeVisible()
  await page.mouse.move(box.x + box.width + 40, box.y + 10, { steps: 5 })
  await expect(page.getByText('Above the capacity of Mill')).toHaveCount(0)
  await page.mouse.up()
  await expect(toastWith(page, 'Operation moved')).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: /Deburr, / })).toBeVisible()
  await expect(page.getByRole('complementary', { name: '0 unscheduled' })).toContainText('Everything is scheduled')
})

test('after a move, the Gantt compares the plan with the last run', async ({ page }) => {
  await lateShop(page, 'Baseline Works')
  await page.goto('/schedule?baseline=last')
  await page.getByRole('button', { name: 'Schedule all' }).first().click()
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  await run.getByRole('button', { name: 'Close' }).click()
  const weld = page.getByRole('gridcell', { name: /^Weld, / })
  await expect(weld).toBeVisible()
  await expect(page.locator('[data-baseline]')).toHaveAttribute('d', /M/)
  await expect(weld).not.toHaveAccessibleName(/in the last run/)
  await weld.focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(weld).toHaveAccessibleName(/in the last run/)
})
