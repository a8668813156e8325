import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { openShop } from './support/open-shop.ts'
import { signInAs, signInByForm } from './support/sign-in-as.ts'

test('sign-in and the organization picker have no serious accessibility violations', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await signInByForm(page, 'superAdmin')
  await expect(page.getByRole('heading', { name: 'Select Organization' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
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
  '/promise-date',
]

test('no screen has serious accessibility violations, light or dark', async ({ page }) => {
  await signInAs(page, 'admin')
  const faults: string[] = []
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Check the screen with its data, not the skeleton before it.
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main .animate-shimmer')).toHaveCount(0)
    // The surrounding frame is the same everywhere, and in dark mode only its colors change.
    for (const fault of await accessibilityFaults(page)) faults.push(`${path} ${fault}`)
    for (const fault of await darkColorFaults(page, path === '/' ? {} : { within: 'main' }))
      faults.push(`${path} ${fault}`)
  }
  expect(faults).toEqual([])
})

/** Calls without which there is no page at all: the user and the organization. */
const frameCalls = /\/api\/(auth|users\/me|tenants|notifications|user\/)/

test('no screen has serious accessibility violations while it loads, when its data fails, and when a retry finds nothing to show', async ({
  page,
}) => {
  await openShop(page, 'Empty Works')
  const main = page.locator('main')
  const waiting = main.locator('.animate-shimmer')
  const again = main.getByRole('button', { name: /^(Try again|Retry)$/ })
  const faults: string[] = []
  // The surrounding frame is the same as for the screen with its data.
  const look = async (state: string, path: string) => {
    for (const fault of await accessibilityFaults(page, { within: 'main' })) faults.push(`${path} ${state}: ${fault}`)
  }
  // Profile and settings show what the frame has already loaded: they neither load nor fail by themselves.
  for (const path of screens.filter((screen) => !/profile|settings/.test(screen))) {
    // The calls for its data wait until the loading screen has been checked, and then they fail.
    const { promise: lookedAt, resolve: fail } = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.startsWith('/api/') && !frameCalls.test(url.pathname),
      async (route) => {
        await lookedAt
        await route.fulfill({
          status: 400,
          json: { error: 'Out of order today.', code: 'validation', requestId: 'test' },
        })
      },
    )
    await page.goto(path)
    await expect(waiting.first(), path).toBeVisible()
    await look('loading', path)
    fail()
    await expect(page.getByText('Out of order today.').first(), path).toBeVisible()
    await expect(waiting, path).toHaveCount(0)
    await look('failed', path)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await expect(async () => {
      for (const button of await again.all()) await button.click({ timeout: 1_000 })
      await expect(page.getByText('Out of order today.')).toHaveCount(0, { timeout: 5_000 })
    }, path).toPass()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(waiting, path).toHaveCount(0)
    await look('empty', path)
  }
  expect(faults).toEqual([])
})

test('checkboxes, switches and radio buttons show their state in forced system colors', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/settings')
  const kept = ['forced-color-adjust', 'none'] as const
  await expect(page.getByRole('switch', { name: /^Compact view/ })).toHaveCSS(...kept)
  await expect(page.getByRole('group', { name: 'Font size' })).toHaveCSS(...kept)
  await page.goto('/operations')
  await expect(page.getByRole('checkbox', { name: /^Select / }).first()).toHaveCSS(...kept)
})
