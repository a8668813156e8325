import { readFile } from 'node:fs/promises'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { type Browser, expect, type Page, test } from './support/journey.ts'
import { demo, signInAs, signInByForm } from './support/sign-in-as.ts'

const strongPassword = 'Chosen-By-Link-30'

/** A person on another computer. */
const someoneElse = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** Invites a user and returns the link that the admin passes on. */
const inviteUser = async (page: Page, email: string, name: string): Promise<string> => {
  await page.goto('/admin?tab=users')
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/\/login\?invitation=/)
  const link = await field.inputValue()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  return link
}

/** Opens an invitation and accepts it with a password: the account's own, or a new one. */
const acceptInvitation = async (page: Page, link: string, email: string, password: string): Promise<void> => {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join Northwind Fabrication' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
}

test('an invited person joins with the link and a password, and is signed out when an admin disables them', {
  tag: '@promise',
}, async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const email = 'nina@example.com'
  const link = await inviteUser(page, email, 'Nina Park')
  await expect(page.getByRole('row', { name: /Nina Park/ }).getByText('Invited', { exact: true })).toBeVisible()
  const other = await someoneElse(browser)
  await acceptInvitation(other, link, email, strongPassword)
  // They are signed in immediately, without typing the password again.
  await other.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('row', { name: /Nina Park/ }).getByText('Active', { exact: true })).toBeVisible()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Nina Park' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Nina Park was disabled')).toBeVisible()
  await other.waitForURL((url) => url.pathname === '/login')
  // The link has been used.
  await other.goto(link)
  await expect(other.getByRole('alert')).toContainText('This link has been used or has expired')
  await other.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('a link from an admin sets a new password and names the organization', async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const email = 'omar@example.com'
  const other = await someoneElse(browser)
  await acceptInvitation(other, await inviteUser(page, email, 'Omar Diaz'), email, strongPassword)
  await other.waitForURL((url) => url.pathname === '/')
  // The link belongs to an active account.
  await expect(page.getByRole('row', { name: /Omar Diaz/ }).getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Omar Diaz' }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const field = page.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/\/login\?reset=/)
  await other.goto(await field.inputValue())
  await expect(other.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(other.getByText(/omar@example.com in Northwind Fabrication/)).toBeVisible()
  expect(await accessibilityFaults(other)).toEqual([])
  await other.getByLabel('New password').fill('Another-By-Link-31')
  await other.getByRole('button', { name: 'Set password' }).click()
  await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await other.getByLabel('Email Address').fill(email)
  await other.getByLabel('Password', { exact: true }).fill('Another-By-Link-31')
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await other.waitForURL((url) => url.pathname === '/')
})

test('the link of a withdrawn invitation no longer works', async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const link = await inviteUser(page, 'paul@example.com', 'Paul Wren')
  await page.getByRole('button', { name: 'Actions for Paul Wren' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('The invitation of Paul Wren was withdrawn')).toBeVisible()
  await expect(page.getByRole('row', { name: /Paul Wren/ })).toHaveCount(0)
  const other = await someoneElse(browser)
  await other.goto(link)
  await expect(other.getByRole('alert')).toContainText('This link has been used or has expired')
})

test('a planner asks for admin rights and an admin grants them', async ({ page, browser }) => {
  const planner = await someoneElse(browser)
  await signInAs(planner, 'planner')
  await planner.goto('/admin-access')
  await planner.getByLabel('Reason').fill('I keep the shift patterns')
  await planner.getByRole('button', { name: 'Send request' }).click()
  await expect(planner.getByText('Open since')).toBeVisible()
  // Reload, without the toast that fades in the meantime.
  await planner.reload()
  await expect(planner.getByText('Open since')).toBeVisible()
  expect(await accessibilityFaults(planner)).toEqual([])
  await planner.getByRole('button', { name: 'Withdraw request' }).click()
  await planner.getByLabel('Reason').fill('I keep the shift patterns')
  await planner.getByRole('button', { name: 'Send request' }).click()
  await expect(planner.getByText('Open since')).toBeVisible()
  await signInAs(page, 'admin')
  await page.goto('/admin-access')
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByLabel('Note').fill('Welcome')
  await page.getByRole('button', { name: 'Grant', exact: true }).last().click()
  await expect(page.getByText('is now an Admin')).toBeVisible()
  await planner.waitForURL((url) => url.pathname === '/login')
  await signInByForm(planner, 'planner')
  await planner.goto('/admin')
  await expect(planner.getByText('Active people')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: demo.planner })
  await row.getByRole('button', { name: /^Change the access of/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the access of/ })
  await dialog.getByRole('radio', { name: 'Planner' }).check()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('is now a Planner')).toBeVisible()
})

test('a super admin creates an organization, enters it and deletes it', async ({ page }) => {
  await signInAs(page, 'superAdmin')
  await page.goto('/tenant-selection')
  // Before any organization is chosen.
  await page.getByRole('button', { name: 'Manage organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fabrikam Tooling')
  await page.getByLabel('Name of the first admin').fill('Fay Olsen')
  await page.getByLabel('Email of the first admin').fill('fay@example.com')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/login\?invitation=/)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('row', { name: /^Fabrikam Tooling/ })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Select organization' }).click()
  await page
    .getByRole('button', { name: /Fabrikam Tooling/ })
    .and(page.getByRole('listitem').getByRole('button'))
    .click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/admin?tab=organizations')
  await page.getByRole('button', { name: 'Actions for Fabrikam Tooling' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = page.getByRole('button', { name: 'Delete permanently' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Type "Fabrikam Tooling"').fill('Fabrikam Tooling')
  await confirm.click()
  await page.waitForURL((url) => url.pathname === '/tenant-selection')
  await expect(page.getByRole('button', { name: /Northwind Fabrication/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Fabrikam Tooling/ })).toHaveCount(0)
})

test('an admin filters and downloads the audit log, and is asked before unsaved settings are lost', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await page.goto('/admin?tab=settings')
  await page.getByLabel('Prefix of new project numbers').fill('N-')
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Unsaved Changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay on Page' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await expect(log.getByText('Changed organization').first()).toBeVisible()
  await page.getByLabel('Record', { exact: true }).selectOption({ label: 'Organization' })
  await expect(page).toHaveURL(/entity=organisation/)
  // The address changes before the link that follows it.
  const toFile = page.getByRole('link', { name: 'Export CSV' })
  await expect(toFile).toHaveAttribute('href', /entity=organisation/)
  expect(await accessibilityFaults(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await toFile.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('"organisation"')
  expect(text).not.toContain('"user"')
})

test('no screen of the administration overflows on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'admin')
  for (const path of [
    '/admin',
    '/admin?tab=users',
    '/admin?tab=audit',
    '/admin?tab=settings',
    '/admin-access',
    '/holidays',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main .animate-shimmer'), path).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    expect(await accessibilityFaults(page), path).toEqual([])
  }
})
