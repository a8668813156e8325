import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test('a planner starts a thorough run, sees the best plan so far and uses it', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByPlaceholder('Type a command or search...').fill('thoroughly')
  await page.getByRole('option', { name: /Schedule all projects thoroughly/ }).click()

  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  const best = run.getByRole('region', { name: 'Best plan so far' })
  await expect(best).toContainText('Late days')
  // Work without a date had no late days before, so the best plan may have more of them.
  await expect(best).toContainText(/Late days\d+to\d+/)
  await run.getByRole('button', { name: 'Use this plan' }).click()
  await expect(run.getByText('All projects have been successfully scheduled!')).toBeVisible({ timeout: 60_000 })
  await expect(run.getByText('The search was stopped. This is the best plan it had found.')).toBeVisible()
  await expect(run.getByText(/^Late projects .* Late days \d+ instead of \d+\./)).toBeVisible()
  await run.getByRole('button', { name: 'Close' }).click()
  await expect(run).toBeHidden()
})
