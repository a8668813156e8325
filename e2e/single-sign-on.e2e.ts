import { type IdentityServer, startIdentityServer } from '#testing/identity-server.ts'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { identityPort, shopOrigin, shopsPort } from './support/ports.ts'
import { demo } from './support/sign-in-as.ts'

let identity: IdentityServer

// This file's shop is restarted with an identity provider in this process.
test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
  const redirectUri = `${shopOrigin}/api/auth/oidc/callback`
  identity = await startIdentityServer({ port: identityPort(parallelIndex), redirectUri })
  identity.people.set('p-1', { email: demo.planner, email_verified: true })
  identity.people.set('p-2', { email: 'stranger@example.com', email_verified: true })
})
test.beforeEach(async ({ browserName: _ }, { parallelIndex }) => {
  const answer = await fetch(`http://localhost:${shopsPort}/${parallelIndex}/connect`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
})
test.afterAll(() => identity.close())

const theButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Example Identity' })

/** Goes to the provider by keyboard, and chooses an identity there. */
const goAs = async (page: Page, choice: string) => {
  // No session exists at the provider, which would otherwise not ask.
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await theButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Example Identity' })).toBeVisible()
  await page.getByRole('link', { name: choice }).click()
}

/** The sign-in card shows the message and is ready for another attempt. */
const expectRefusal = async (page: Page, sentence: string) => {
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await expect(page).toHaveURL('/login?redirect=%2Fkanban')
  await expect(page.getByLabel('Email Address')).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the single sign-on button appears without moving the form, ${width} px wide`, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/sign-in-options', async (route) => {
      await held
      await route.continue()
    })
    await page.setViewportSize({ width, height })
    await page.goto('/login')
    const email = page.getByLabel('Email Address')
    const before = await email.boundingBox()
    expect(before).not.toBeNull()
    await expect(theButton(page)).toHaveCount(0)
    release()
    await expect(theButton(page)).toBeInViewport({ ratio: 1 })
    expect(await email.boundingBox()).toEqual(before)
    expect(await accessibilityFaults(page)).toEqual([])
  })
}

test('a person signs in through the identity provider after a refusal, and arrives at the requested page', async ({
  page,
}) => {
  await page.goto('/kanban')
  await page.waitForURL('/login?redirect=%2Fkanban')
  await goAs(page, 'Cancel')
  await expectRefusal(page, 'The single sign-on was cancelled.')
  await goAs(page, 'stranger@example.com')
  const stranger = 'No account here has the e-mail address stranger@example.com. Ask an administrator to invite you.'
  await expectRefusal(page, stranger)

  await page.context().clearCookies({ domain: '127.0.0.1' })
  await theButton(page).click()
  await expect(page.getByRole('heading', { name: 'Example Identity' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await goAs(page, demo.planner)
  await page.waitForURL('/kanban')
  await expect(page.getByRole('heading', { name: 'Project Lifecycle' })).toBeVisible()

  await page.goto('/profile')
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' }).getByRole('listitem')
  await expect(signIns.first()).toContainText('Signed in with single sign-on')
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  for (const secret of identity.issued) expect(stored).not.toContain(secret)
})
