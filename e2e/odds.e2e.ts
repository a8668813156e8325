import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test('a planner reads the chance of projects, promises an 80 % date, and finds a promise that is unlikely to be kept', async ({
  page,
}) => {
  await signInAs(page, 'planner')
  await page.goto('/promise-date')
  await page.getByRole('textbox', { name: /^Operations/ }).fill('Weld\tWelding\t31')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  const answer = page.getByRole('region', { name: 'After all planned work' })
  await expect(answer.getByText(/^Promise 80 %: /)).toBeVisible({ timeout: 60_000 })
  await expect(answer.getByText(/^50 %: .+ · 90 %: /)).toBeVisible()
  await expect(page.getByText(/^Promise 80 %: /)).toHaveCount(3, { timeout: 60_000 })
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])

  // The estimates of welding are too short, so the answer is sooner than the work is likely to be done.
  await answer.getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create project' })
  const ship = dialog.getByLabel('Planned ship date')
  const answered = await ship.inputValue()
  await dialog.getByRole('button', { name: /^Use the 80 % date: / }).click()
  await expect(ship).not.toHaveValue(answered)
  await ship.fill(answered)
  await dialog.getByLabel('Project name').fill('Tight frame')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tight frame')

  // Some seconds later its odds are there, without a reload.
  await expect(page.getByText(/^80 % sure by .+; [1-4]?\d % on time$/)).toBeVisible({ timeout: 180_000 })

  await page.goto('/')
  const unlikely = page.getByRole('region', { name: 'Unlikely on time' })
  await expect(unlikely.getByRole('listitem').filter({ hasText: 'Tight frame' })).toContainText(/\d % on time/)
  await expect(unlikely.getByRole('heading')).toContainText(/^On time in the forecast, but unlikely · \d+$/)
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto('/projects')
  await page.getByRole('button', { name: 'Chance' }).click()
  await expect(page).toHaveURL(/sort=chance/)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('checkbox', { name: 'Below 50 %' }).check()
  await page.getByRole('checkbox', { name: 'At risk' }).check()
  await page.getByRole('checkbox', { name: 'On time' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Tight frame' })).toBeVisible()
  await expect(page.getByText('Chance is')).toBeVisible()
})
