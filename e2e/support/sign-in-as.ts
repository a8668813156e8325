import type { BrowserContext, Page } from '@playwright/test'
import { shopOrigin } from './ports.ts'

/** The users of the demo organizations, with their addresses in the shops of journeys. */
export const demo = {
  superAdmin: 'super@example.org',
  admin: 'admin@example.org',
  planner: 'planner@example.org',
  multi: 'multi@example.org',
} as const

type Person = keyof typeof demo

export const demoPassword = 'Demo-Schedule-1'

/** Signs in through the form, like a person; ends on the following page. */
export const signInByForm = async (page: Page, who: Person): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(demo[who])
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>['origins']

/** What the form leaves in the browser's storage. It is the same in every shop, because all begin as copies of one. */
const storages = new Map<Person, Storage>()

const storageOf = async (page: Page, who: Person): Promise<Storage> => {
  const known = storages.get(who)
  if (known) return known
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('The page belongs to no browser')
  const form = await context.newPage()
  await signInByForm(form, who)
  await form.waitForURL(who === 'admin' || who === 'planner' ? '/' : '/tenant-selection')
  const { origins } = await context.storageState()
  await context.close()
  storages.set(who, origins)
  return origins
}

/**
 * Gives the browser of a page a new session, and opens nothing. Only a person's first sign-in goes through the form, which costs two pages.
 */
export const signInAs = async (page: Page, who: Person): Promise<void> => {
  const context = page.context()
  await context.setStorageState({ cookies: [], origins: await storageOf(page, who) })
  const answer = await context.request.post(`${shopOrigin}/api/auth/login`, {
    headers: { 'X-Requested-With': 'fetch', Origin: shopOrigin },
    data: { email: demo[who], password: demoPassword },
  })
  if (!answer.ok()) throw new Error(`${demo[who]} cannot sign in: ${answer.status()} ${await answer.text()}`)
}
