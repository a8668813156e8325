import { appCode } from '#testing/builders/second-factor.ts'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { demo, demoPassword, signInAs, signInByForm } from './support/sign-in-as.ts'

const stepMs = 30_000

/** An authenticator app that shows each code once: the codes of the previous, the current and the next step are all accepted now. */
const authenticator = (appSecret: string) => {
  let lastStep = 0
  return () => {
    lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / stepMs) - 1)
    return appCode(appSecret, new Date(lastStep * stepMs))
  }
}

const givePassword = async (page: Page) => {
  await page.getByLabel('Email Address').fill(demo.planner)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(/\/login/)
}

test('two-factor authentication is turned on, required at sign-in, replaced by a recovery code, and turned off', async ({
  page,
}) => {
  await signInAs(page, 'planner')
  await page.goto('/settings#privacy')
  const theSwitch = page.getByRole('switch', { name: /Two-factor authentication/ })
  await expect(theSwitch).not.toBeChecked()
  await theSwitch.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'Turn on two-factor authentication' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Current password').fill(demoPassword)
  await page.keyboard.press('Enter')

  const scan = page.getByRole('dialog', { name: 'Scan the code with your authenticator app' })
  await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const secret = ((await scan.getByText(/^[A-Z2-7 ]{39}$/).textContent()) ?? '').replaceAll(' ', '')
  const nextCode = authenticator(secret)
  await scan.getByRole('textbox', { name: /^Code/ }).fill(nextCode())
  await page.keyboard.press('Enter')

  const recoveryCodes = page.getByRole('textbox', { name: 'Recovery codes' })
  await expect(recoveryCodes).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const codes = (await recoveryCodes.inputValue()).split('\n')
  expect(codes).toHaveLength(10)
  await page.keyboard.press('Escape')
  await expect(theSwitch).toBeChecked()
  await expect(theSwitch).toBeFocused()

  await signOut(page)
  await givePassword(page)
  expect(await accessibilityFaults(page)).toEqual([])
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toBeFocused()
  await code.fill('12345x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was used already.')
  await code.fill(nextCode())
  await page.keyboard.press('Enter')
  await page.waitForURL('/')

  await signOut(page)
  await givePassword(page)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.type(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('/')

  await page.goto('/profile')
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' }).getByRole('listitem')
  await expect(signIns.first()).toContainText('Signed in with a recovery code')
  await expect(signIns.nth(1)).toContainText('Signed in with a code')
  await expect(signIns.nth(2)).toContainText('Failed: wrong code')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto('/settings#privacy')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await theSwitch.click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await off.getByLabel('Current password').fill(demoPassword)
  await off.getByRole('textbox', { name: /^Code/ }).fill(nextCode())
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(theSwitch).not.toBeChecked()
  await signOut(page)
  await signInByForm(page, 'planner')
})
