import { heldSchedule } from '#testing/held-schedule.ts'
import { expect, test } from './support/journey.ts'
import { signInAs, signInByForm } from './support/sign-in-as.ts'

test.use({ withBigShop: true })

const dialog = 'Scheduling Projects'

test('a super admin picks an organization, schedules it and sees the dates', { tag: '@promise' }, async ({ page }) => {
  await signInByForm(page, 'superAdmin')
  await expect(page).toHaveURL(/\/tenant-selection$/)
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeVisible()
  await expect(page.getByText('Select an organization to manage:')).toBeVisible()
  await expect(page.getByText('SuperAdmin', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /Northwind Fabrication/ }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Schedule', exact: true }).click()
  // The previous page has such a button too.
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await expect(page.getByRole('treegrid').getByRole('row').nth(2)).toBeVisible()

  // The first run, to its end.
  await page.getByRole('button', { name: 'Schedule all' }).first().click()
  const run = page.getByRole('dialog', { name: dialog })
  await expect(run.getByText('Optimizing schedules across all active projects')).toBeVisible()
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(run.getByText('All projects have been successfully scheduled!')).toBeVisible()
  await expect(run.getByText(/Progress: \d+ of \d+ projects/)).toBeVisible()
  await run.getByRole('button', { name: 'Close' }).click()
  await expect(run).toBeHidden()

  // Every operation that can be scheduled has dates on the schedule.
  await expect(page.getByText(/open operations in \d+ projects scheduled/)).toBeVisible()
  await expect(page.getByRole('treegrid').getByRole('row').nth(2)).toBeVisible()
})

test('canceling a run of 20,000 operations keeps the plan, and the server answers during the next run', async ({
  page,
}) => {
  await signInAs(page, 'superAdmin')
  await page.goto('/tenant-selection')
  await page.getByRole('button', { name: /Big Shop/ }).click()
  await expect(page).toHaveURL('/')
  const placed = async () => {
    const ask = () => page.request.get('/api/schedule')
    // A server that just started may be too busy with its first forecast of the large shop.
    await expect.poll(async () => (await ask()).status()).toBe(200)
    const { operations } = heldSchedule(await (await ask()).json())
    return operations.startMs.filter((startMs) => startMs > 0).length
  }
  const before = await placed()
  const run = page.getByRole('dialog', { name: dialog })
  const start = page.getByRole('button', { name: 'Schedule all' }).first()

  await start.click()
  await run.getByRole('button', { name: 'Cancel Scheduling' }).click()
  await expect(run.getByText('Cancelled', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(run.getByText('Scheduling was cancelled by user.')).toBeVisible()
  await run.getByRole('button', { name: 'Close' }).click()
  expect(await placed()).toBe(before)

  const waitMs = async () => {
    const askedMs = Date.now()
    expect((await page.request.get('/api/organisation')).status()).toBe(200)
    return Date.now() - askedMs
  }
  const restMs: number[] = []
  while (restMs.length < 30) restMs.push(await waitMs())
  await start.click()
  await expect(run.getByRole('button', { name: 'Cancel Scheduling' })).toBeVisible()
  const waitsMs: number[] = []
  const closing = run.getByRole('button', { name: 'Close' })
  while (!(await closing.isVisible())) waitsMs.push(await waitMs())
  await expect(run.getByText('All projects have been successfully scheduled!')).toBeVisible()
  await expect(run.getByText('Progress: 1,000 of 1,000 projects')).toBeVisible()
  expect(waitsMs.length).toBeGreaterThan(5)
  console.log(
    `${waitsMs.length} requests during the run, the longest waited ${Math.max(...waitsMs)} ms; before it ${Math.max(...restMs)} ms`,
  )
  await run.getByRole('button', { name: 'Close' }).click()
  expect(await placed()).toBe(20_000)
})

test('a planner who tries to switch organizations sees that this is not possible', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Switch Organization' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

  const others = await page.evaluate(async () => {
    const answer = await fetch('/api/tenants', { headers: { 'X-Requested-With': 'fetch' } })
    return { status: answer.status, body: await answer.text() }
  })
  expect(others.status).toBe(403)
  expect(others.body).not.toContain('Contoso')

  // The picker redirects a regular user with a single organization.
  await page.goto('/tenant-selection')
  await expect(page).toHaveURL('/')
})
