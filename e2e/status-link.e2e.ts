import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { addProject } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

const phone = { width: 390, height: 844 }

/** The page has no script, so nothing marks the theme as on our own pages. */
const expectAccessible = async (customer: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await customer.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(customer), colorScheme).toEqual([])
  }
  await customer.emulateMedia({ colorScheme: 'light' })
}

test('a planner shares the status of a project, and its customer reads it on a phone without scripts, until it is revoked', {
  tag: '@promise',
}, async ({ page, browser }) => {
  await signInAs(page, 'planner')
  await addProject(page, 'S-4711', [{ name: 'Secret weld' }])
  const projects: { projectId: string; projectNumber: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  const { projectId } = projects.find(({ projectNumber }) => projectNumber === 'S-4711') ?? { projectId: '' }
  await page.goto(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Share status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share status' })
  await dialog.getByLabel("Customer's reference").fill('PO 88 <b>')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  const previewing = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Preview' }).click()
  const preview = await previewing
  await expect(preview.getByText(/^Preview: the customer sees this page/)).toBeVisible()
  await expect(preview.getByText('PO 88 <b>')).toBeVisible()
  await preview.close()
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  const plain = await (await browser.newContext({ javaScriptEnabled: false, viewport: phone })).newPage()
  await plain.goto(address)
  await expect(plain.getByRole('heading', { level: 1 })).toContainText('Frame S-4711')
  await expect(plain.getByText('PO 88 <b>')).toBeVisible()
  await expect(plain.locator('body')).not.toContainText('Secret weld')
  await plain.context().close()

  const customer = await (await browser.newContext({ viewport: phone })).newPage()
  await customer.goto(address)
  expect(await customer.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([390, 390])
  await expectAccessible(customer)
  const guessed = await customer.goto(address.replace(/.{43}$/, 'A'.repeat(43)))
  expect(guessed?.status()).toBe(404)
  const words = await customer.locator('body').textContent()

  await page.getByRole('button', { name: 'Share status' }).click()
  await page.getByRole('button', { name: /^Revoke the link PO 88 <b>, created / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Link revoked')).toBeVisible()
  await expect(page.getByRole('row', { name: /PO 88 <b>.*Revoked/ })).toBeVisible()
  expect((await customer.goto(address))?.status()).toBe(404)
  expect(await customer.locator('body').textContent()).toBe(words)
  await expectAccessible(customer)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  await customer.context().close()
})
