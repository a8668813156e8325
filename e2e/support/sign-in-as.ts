import type { Page } from '@playwright/test'

/** The demo sign-ins. They exist on the embedded demo database only. */
export const demo = {
  superAdmin: 'super@example.com',
  admin: 'admin@example.com',
  planner: 'planner@example.com',
  multi: 'multi@example.com',
} as const

export const demoPassword = 'Demo-Schedule-1'

/** Signs in through the form, as a person does; ends on the page that follows. */
export const signInAs = async (page: Page, who: keyof typeof demo): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(demo[who])
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
