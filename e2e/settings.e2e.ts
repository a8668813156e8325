import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { demo, signInAs } from './support/sign-in-as.ts'

test('settings apply immediately and follow the person to another browser', async ({ page, browser }) => {
  await signInAs(page, 'planner')
  await page.goto('/settings')
  const html = page.locator('html')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  for (const theme of ['dark', 'light']) {
    await page.keyboard.press('Alt+T')
    await expect(html).toHaveAttribute('data-theme', theme)
  }
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark').click()
  await page.getByRole('group', { name: 'Contrast' }).getByText('High').click()
  await page.getByRole('group', { name: 'Font size' }).getByText('Large').click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(html).toHaveAttribute('data-contrast', 'high')
  await expect(html).toHaveAttribute('data-font-size', 'large')
  // Earlier choices are saved first, and each reports that it was saved.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"24h"') ?? false)
  await page.getByLabel('Time format').selectOption('24h')
  expect((await saved).status()).toBe(200)
  await expect(page.getByText('Settings saved').last()).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  // Page transitions are off for users who prefer reduced motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const transition = page.locator('[data-transition="slideUp"]')
  await expect(transition).not.toHaveCSS('transition-duration', '0s')
  await page.getByRole('switch', { name: /Reduced motion/ }).click()
  await expect(transition).toHaveCSS('transition-duration', '0s')
  await page.getByRole('switch', { name: /Reduced motion/ }).click()

  const elsewhere = await (await browser.newContext()).newPage()
  await signInAs(elsewhere, 'planner')
  await elsewhere.goto('/')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-font-size', 'large')
  await elsewhere.goto('/settings')
  await expect(elsewhere.getByLabel('Time format')).toHaveValue('24h')

  // The other browser has a session, which this one lists and ends.
  await page.goto('/profile')
  await expect(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('This session')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveCount(0)
  await elsewhere.goto('/kanban')
  await elsewhere.waitForURL(/\/login/)

  // The specified text about unsaved changes.
  await page.getByLabel('Display name').fill('Someone Else')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Kanban Board' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
  await expect(ask).toContainText(
    'You have unsaved changes that will be lost. Are you sure you want to leave this page?',
  )
  await ask.getByRole('button', { name: 'Stay on Page' }).click()
  await page.getByRole('link', { name: 'Kanban Board' }).click()
  await ask.getByRole('button', { name: 'Leave Page' }).click()
  await page.waitForURL(/\/kanban/)

  const menu = page.getByRole('menu', { name: 'Account' })
  // A page that is still loading may close the menu.
  await expect(page.locator('[data-column]').first()).toBeVisible()
  await expect(async () => {
    if (!(await menu.isVisible())) await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(menu).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(menu).toContainText(demo.planner)
  for (const item of ['Profile', 'Settings', 'Logout'])
    await expect(menu.getByRole('menuitem', { name: item })).toBeVisible()
})
