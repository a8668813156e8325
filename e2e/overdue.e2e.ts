import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { toastWith } from './support/kanban-board.ts'
import { addProject, enterShop, openShop } from './support/open-shop.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const overdueTab = (page: Page) => page.getByRole('tab', { name: /^Overdue/ })
let pressed = 0
const press = async (page: Page, ...keys: string[]) => {
  pressed += keys.length
  for (const key of keys) await page.keyboard.press(key)
}
const type = async (page: Page, text: string) => {
  pressed += text.length
  await page.keyboard.type(text)
}
const tenOverdue = (from: number) =>
  Array.from({ length: 10 }, (_, index) => ({ name: `Step ${index + 1}`, daysOverdue: from + index }))

test('40 overdue operations are triaged in less than a minute by keyboard alone', async ({ page }) => {
  await openShop(page, 'Triage Works')
  for (const [index, number] of ['201', '202', '203', '204'].entries()) {
    await addProject(page, number, tenOverdue(2 + index * 3))
  }
  await page.goto('/overdue-operations')
  /** The count updates before the rows do, and before resolved rows leave the table. */
  const left = async (count: number) => {
    await expect(overdueTab(page)).toHaveAccessibleName(new RegExp(`Overdue\\s*${count}`))
    await expect(page.locator('footer')).toContainText(`${count} operations`)
    await expect(rows(page).first()).toBeVisible()
  }
  await left(40)
  const startedMs = Date.now()
  pressed = 0

  // The worst project first: all of it goes to its next free slots.
  await press(page, 'j', 'g')
  await expect(page.getByRole('region', { name: 'Selected operations' })).toContainText('10')
  await press(page, 'f')
  // The moves are previewed first; Enter stores them.
  const slots = page.getByRole('dialog', { name: 'Next free slot' })
  await expect(slots.getByRole('table', { name: 'Operations that move' })).toBeVisible()
  await press(page, 'Enter')
  await expect(toastWith(page, '10 operations rescheduled')).toBeVisible()
  await left(30)
  // The next one is done, but was not reported.
  await press(page, 'g', 'p')
  await expect(page.getByRole('dialog', { name: 'Update Progress' }).locator(':focus')).toHaveCount(1)
  await press(page, 'End', 'Enter')
  await expect(toastWith(page, 'Progress of 10 operations set to 100 %')).toBeVisible()
  await left(20)
  // Five operations of the third project wait for material.
  await press(page, 'j', 'x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J', 's')
  await expect(page.getByRole('dialog', { name: 'Snooze' }).locator(':focus')).toHaveCount(1)
  await type(page, 'Material arrives on Thursday')
  await press(page, 'Enter')
  await expect(toastWith(page, '5 operations snoozed')).toBeVisible()
  await left(15)
  // Everything else moves by five working days.
  await press(page, 'a')
  await expect(page.getByRole('region', { name: 'Selected operations' })).toContainText('15')
  await press(page, 'r')
  const when = page.getByRole('dialog', { name: 'Reschedule' })
  await expect(when.locator(':focus')).toHaveCount(1)
  await press(page, 'ArrowRight', 'Tab')
  await expect(when.getByRole('spinbutton', { name: 'Working days' })).toBeFocused()
  await type(page, '5')
  await expect(when.getByRole('table', { name: 'Operations that move' })).toBeVisible()
  await press(page, 'Enter')
  await expect(toastWith(page, '15 operations rescheduled')).toBeVisible()
  await expect(page.getByText('Nothing is overdue')).toBeVisible()
  await expect(page.getByText('5 operations snoozed.')).toBeVisible()
  // One key per second, and less than a minute. The actual time on a busy machine is logged, not asserted.
  expect(pressed).toBeLessThan(60)
  console.log(`40 overdue operations triaged by ${pressed} keys, in ${Date.now() - startedMs} ms`)
})

test('a bulk reschedule is undone in one step, and rows that cannot move are listed and stay selected', {
  tag: '@promise',
}, async ({ page }) => {
  await openShop(page, 'Undo Works')
  await addProject(page, '301', [
    { name: 'Cut', daysOverdue: 5 },
    { name: 'Bend', daysOverdue: 4, after: 'Cut' },
    { name: 'Order parts' },
    { name: 'Assemble', daysOverdue: 3, after: 'Order parts' },
  ])
  await page.goto('/overdue-operations?groupBy=none')
  await expect(rows(page)).toHaveCount(3)
  const rowOf = (name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
  await rowOf('Cut').click({ position: { x: 450, y: 12 } })
  await rowOf('Bend').click({ position: { x: 450, y: 12 }, modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected operations' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Reschedule' }).click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' })
  await expect(reschedule.getByRole('table', { name: 'Operations that move' })).toContainText('Bend')
  await reschedule.getByRole('button', { name: 'Reschedule' }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(sent.filter((path) => path === '/api/operations/bulk')).toHaveLength(1)
  await toastWith(page, '2 operations rescheduled').getByRole('button', { name: 'Undo' }).click()
  await expect(toastWith(page, 'Undone')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all operations that match' }).check()
  await bar.getByRole('button', { name: 'Next free slot' }).click()
  const slots = page.getByRole('dialog', { name: 'Next free slot' })
  await expect(slots.getByRole('list', { name: 'Operations that cannot be moved' })).toContainText('Assemble')
  await slots.getByRole('button', { name: 'Reschedule' }).click()
  const outcome = page.getByRole('dialog', { name: '2 of 3 done' })
  const failures = outcome.getByRole('list', { name: 'Not changed' }).getByRole('listitem')
  await expect(failures).toHaveCount(1)
  await expect(failures).toContainText('Assemble')
  await expect(failures).toContainText('predecessors has no scheduled end')
  await outcome.getByRole('button', { name: 'OK' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: /^Select Assemble/ })).toBeChecked()
})

test('the address of a saved view opens it in another browser, in every view mode', async ({ page, browser }) => {
  const shop = await openShop(page, 'View Works')
  await addProject(page, '401', tenOverdue(1), 95)
  // Eight of these are critical, and two are far from it, so the night of a clock change moves none across the limit.
  const far = tenOverdue(20).map((step, index) => (index < 2 ? { ...step, daysOverdue: 5 } : step))
  await addProject(page, '402', far, 20)
  await page.goto('/overdue-operations')
  await expect(overdueTab(page)).toHaveAccessibleName(/Overdue\s*20/)
  await page.getByRole('button', { name: 'Group by Project' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Priority' }).click()
  await page.getByRole('button', { name: /^Critical \d+/ }).click()
  await page.getByRole('searchbox').fill('402')
  await expect(page).toHaveURL(/search=/)
  await expect(rows(page)).toHaveCount(8)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  await page.getByLabel('Name').fill('Worst of 402')
  await page.getByLabel('Shared with everyone').check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(toastWith(page, 'Worst of 402 saved')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await enterShop(other, shop)
  await other.goto(page.url())
  await expect(rows(other)).toHaveCount(8)
  await expect(other.getByRole('button', { name: 'Group by Priority' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Low priority' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Worst of 402' })).toBeVisible()
  await other.goto('/overdue-operations')
  await expect(overdueTab(other)).toHaveAccessibleName(/Overdue\s*20/)
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitemcheckbox', { name: /Worst of 402/ }).click()
  await expect(rows(other)).toHaveCount(8)
  const searchOf = (from: Page) => [...new URL(from.url()).searchParams].map(String).sort()
  await expect.poll(() => searchOf(other)).toEqual(searchOf(page))

  // An element that only this mode has.
  const modes = {
    Cards: page.locator('[data-card]'),
    Kanban: page.locator('[data-column] [data-card]'),
    Timeline: rows(page),
  }
  for (const [mode, items] of Object.entries(modes)) {
    await page.getByText(mode, { exact: true }).click()
    await expect(items).not.toHaveCount(0)
    // The same keys and selection in every mode.
    await press(page, 'j', 'j', 'x', 'Shift+J')
    await expect(page.getByRole('region', { name: 'Selected operations' })).toContainText('2 selected')
    await expect(page.locator('[data-ring] a:focus')).toHaveText(/^Step/)
    await press(page, 'Escape')
    expect(await accessibilityFaults(page, { within: 'main' }), mode).toEqual([])
  }
  await other.context().close()
})
