import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test('a planner opens the track record from Analytics and reads what came true', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/analytics')
  await page.getByRole('link', { name: 'Was it right?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Was it right?' })).toBeVisible()
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Of \d+ dates given with 80 % confidence, \d+ came true \(\d+ %\)\./)

  // The sentence and the table agree.
  const [, dates = '', came = ''] = /Of (\d+) dates .* (\d+) came true/.exec((await verdict.textContent()) ?? '') ?? []
  const answer = await (await page.request.get('/api/analytics/track-record')).json()
  expect([answer.calibration[0].dates, answer.calibration[0].by80].map(String)).toEqual([dates, came])
  const curve = page.getByRole('region', { name: 'Dates that came true, %' })
  await curve.getByRole('button', { name: 'Show as table' }).click()
  await expect(curve.getByRole('row', { name: new RegExp(`^All ${dates} `) })).toBeVisible()

  await page.getByText('24 months').click()
  await expect(page).toHaveURL(/months=24/)
  await expect(verdict).toContainText(/came true/)
  const estimates = page.getByRole('region', { name: 'Misleading estimates' })
  await expect(estimates).toContainText(/^.*Weld\w* takes 1\.\d+ of its estimate/)
  await estimates.getByRole('link', { name: 'Set estimates' }).click()
  await expect(page).toHaveURL(/\/analytics#estimates$/)
})
