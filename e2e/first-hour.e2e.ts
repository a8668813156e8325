import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { humanHand } from './support/human-hand.ts'
import { expect, type Locator, type Page, test } from './support/journey.ts'
import { toastWith } from './support/kanban-board.ts'
import { openShop } from './support/open-shop.ts'

const firstSteps = (page: Page) => page.getByRole('region', { name: 'First steps' })

/** Schedules everything and waits for the dates. */
const scheduleAll = async (page: Page, click: (target: Locator) => Promise<void>) => {
  await click(page.getByRole('button', { name: 'Schedule all' }).first())
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  await click(run.getByRole('button', { name: 'Close' }))
}

const operations = [
  ['Cut rails', 'Saw', '4'],
  ['Cut plates', '', '3'],
  ['Weld skid', 'Wel', '12'],
  ['Grind', '', '2'],
  ['Weld supports', '', '5'],
  ['Fit pump', '', '6'],
] as const

test('an admin gets from an empty organization to the first schedule in less than five minutes', {
  tag: '@promise',
}, async ({ page }) => {
  await openShop(page, 'First hour')
  await page.goto('/')
  const hand = humanHand(page)

  // The week: the first pattern begins with weekdays and becomes the default.
  await hand.click(firstSteps(page).getByRole('link', { name: 'Shifts' }))
  await hand.fill(page.getByRole('textbox', { name: 'Name' }), 'Day shift')
  await hand.click(page.getByRole('button', { name: 'Save pattern' }))
  await expect(page.getByText(/^Day shift saved/).first()).toBeVisible()

  await hand.click(page.getByRole('navigation', { name: 'Working time' }).getByRole('link', { name: /^Work centers/ }))
  for (const center of ['Saw', 'Welding']) {
    await hand.click(page.getByRole('button', { name: 'New work center' }).first())
    const form = page.getByRole('dialog', { name: 'New work center' })
    await hand.fill(form.getByLabel('Name'), center)
    await hand.click(form.getByRole('button', { name: 'Save' }))
    await expect(form).toBeHidden()
  }

  await hand.click(page.getByRole('link', { name: 'Projects', exact: true }))
  await hand.click(page.getByRole('button', { name: 'New project' }).first())
  const project = page.getByRole('dialog', { name: 'New project' })
  await hand.fill(project.getByLabel('Project name'), 'Pump skid')
  await hand.fill(project.getByLabel('Planned ship date'), '2027-01-15')
  await hand.click(project.getByRole('button', { name: 'Create project' }))
  await expect(page.getByRole('heading', { level: 1, name: /Pump skid/ })).toBeVisible()

  // Six operations by keyboard.
  await hand.click(page.getByRole('button', { name: 'Add several' }).last())
  await hand.click(page.getByLabel('Name, row 1'))
  for (const [name, center, hours] of operations) {
    await hand.type(name)
    await hand.press('Tab')
    await hand.type(center)
    await hand.press('Tab')
    await hand.type(hours)
    await hand.press('Enter')
  }
  await hand.press('Enter')
  await expect(page.getByText('6 operations added')).toBeVisible()

  await hand.click(page.getByRole('link', { name: 'Schedule', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await scheduleAll(page, hand.click)
  await expect(page.getByText('6 open operations in 1 project scheduled')).toBeVisible()
  const { clicks, keys } = hand.count
  console.log(`first schedule: ${clicks} clicks, ${keys} keys, ${hand.seconds().toFixed(0)} s at a human pace`)
  expect(hand.seconds()).toBeLessThan(300)
  await expect(page.getByText('assumes 24/7 operation')).toHaveCount(0)
})

test('a sample shop is added, scheduled, removed and restored', { tag: '@promise' }, async ({ page }) => {
  await openShop(page, 'Sample')
  await page.goto('/')
  await firstSteps(page).getByRole('button', { name: 'Add sample shop' }).click()
  await expect(page.getByText('Sample shop added: 4 projects with 20 operations')).toBeVisible()
  const strip = page.getByRole('note').filter({ hasText: 'This organization contains a sample shop.' })
  await expect(strip).toBeVisible()
  await scheduleAll(page, (target) => target.click())
  // The first project is promised too early, so that there is something to decide.
  await expect(page.getByRole('link', { name: /Conveyor frame.* d late/ }).first()).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])

  // The list of first steps is still open and has such a link too.
  await page.getByRole('banner').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(strip).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await strip.getByRole('button', { name: 'Remove sample' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(strip).toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
  // The toast of the run, which has an Undo too, may still be open.
  await toastWith(page, 'Sample shop removed').getByRole('button', { name: 'Undo' }).click()
  await expect(strip).toBeVisible()
  await expect(page.getByRole('link', { name: /Pump skid/ }).first()).toBeVisible()
})
