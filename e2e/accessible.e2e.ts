import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './support/sign-in-as.ts'

const serious = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test('sign-in and organisation picker have no serious accessibility fault', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  // The card fades in over 800 ms; colours are judged when it stands.
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toHaveCSS('opacity', '1')
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  expect(await serious(page)).toEqual([])
  await signInAs(page, 'superAdmin')
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeVisible()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  expect(await serious(page)).toEqual([])
})

const screens = [
  '/',
  '/projects',
  '/schedule',
  '/schedule?view=timeline',
  '/kanban',
  '/overdue-operations',
  '/operations',
  '/analytics',
  '/shift-patterns',
  '/holidays',
  '/profile',
  '/settings',
  '/admin',
  '/admin-access',
  '/history',
]

for (const theme of ['light', 'dark'] as const) {
  test(`no screen has a serious accessibility fault (${theme})`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.addInitScript((dark) => localStorage.setItem('darkMode', String(dark)), theme === 'dark')
    await signInAs(page, 'admin')
    const faults: string[] = []
    for (const path of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      for (const fault of await serious(page)) faults.push(`${path} ${fault}`)
    }
    expect(faults).toEqual([])
  })
}
