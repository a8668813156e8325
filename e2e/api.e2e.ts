import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test('a token from the settings works in a script and on the API page', { tag: '@promise' }, async ({
  page,
  playwright,
  baseURL,
}) => {
  await signInAs(page, 'planner')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New API token' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  await form.getByLabel('Access').selectOption('plan')
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  // A script sends no cookie and no browser headers.
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'order-4711' }
  const script = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers })
  const order = { data: { projectName: 'Ordered by a script' } }
  const [first, again] = [await script.post('/api/projects', order), await script.post('/api/projects', order)]
  expect([first.status(), again.status()]).toEqual([201, 201])
  const { projectId } = await first.json()
  expect(await again.json()).toMatchObject({ projectId })

  await page.getByRole('link', { name: 'API reference' }).click()
  await page.waitForURL('**/api/docs')
  await page.getByLabel('Token for “Try it”').fill(token)
  const entry = page.locator('#getProject')
  await entry.locator('summary').click()
  const tryIt = entry.getByRole('form', { name: /^Try it/ })
  await tryIt.getByLabel('id').fill(projectId)
  await tryIt.getByRole('button', { name: 'Send' }).click()
  await expect(tryIt.getByRole('status')).toContainText('200')
  await expect(tryIt.getByRole('status')).toContainText('"projectName": "Ordered by a script"')
  expect(await accessibilityFaults(page)).toEqual([])

  // A revoked token is refused immediately.
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  // The row leaves the list before the server has answered.
  const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Revoke Nightly export' })).toHaveCount(0)
  expect((await revoked).ok()).toBe(true)
  expect((await script.get(`/api/projects/${projectId}`)).status()).toBe(401)
  await script.dispose()
})
