import { readFile } from 'node:fs/promises'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { addProject, openShop, send } from './support/open-shop.ts'

const rowOf = (page: Page, name: string) => page.locator('tr[data-row]').filter({ hasText: name })
const steps = Array.from({ length: 260 }, (_, index) => ({ name: `Step ${String(index + 1).padStart(3, '0')}` }))

test('durations and progress are edited in the table, and a row that changed in the meantime raises a question', async ({
  page,
}) => {
  await openShop(page, 'Edit Works')
  await addProject(page, '501', [{ name: 'Weld frame' }, { name: 'Paint frame' }])
  const columns = ['standing', 'workCenter', 'progress', 'duration', 'hold']
  await page.goto(`/operations?columns=${encodeURIComponent(JSON.stringify(columns))}`)
  const weld = rowOf(page, 'Weld frame')
  // A row's controls appear on hover or focus.
  await weld.hover()
  await weld.getByRole('button', { name: 'Duration of Weld frame: 8 h. Edit' }).click()
  await expect(weld.locator('input:focus')).toHaveValue('8')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  await expect(weld.getByRole('button', { name: 'Duration of Weld frame: 12.5 h. Edit' })).toBeFocused()
  await weld.getByRole('button', { name: /^Progress of Weld frame: / }).press('Enter')
  await expect(weld.locator('input:focus')).toHaveValue('0')
  await page.keyboard.type('40')
  await page.keyboard.press('Escape')
  await expect(weld.getByRole('button', { name: 'Progress of Weld frame: 0 %. Edit' })).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('onHold') ?? false)
  await weld.getByRole('switch', { name: 'Hold Weld frame' }).click()
  await expect(weld.getByRole('switch', { name: 'Hold Weld frame' })).toBeChecked()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(weld).toContainText('On hold')
  await weld.getByRole('link').focus()
  await expect(weld.getByRole('button', { name: 'Duration of Weld frame: 12.5 h. Edit' })).toBeVisible()
  await expect(weld.getByRole('switch', { name: 'Hold Weld frame' })).toBeChecked()

  // The field stays open with its old value while another user saves.
  const paint = rowOf(page, 'Paint frame')
  await page.route('**/api/operations?*', (route) => route.abort())
  await paint.hover()
  await paint.getByRole('button', { name: /^Duration of Paint frame: / }).click()
  await expect(paint.locator('input:focus')).toHaveValue('8')
  const { rows } = await (await page.request.get('/api/operations?search=Paint')).json()
  const [{ projectId, operationId }] = rows
  await send(page, 'PUT', `/project-operations/projects/${projectId}/operations/${operationId}`, { durationHours: 3 })
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  const conflict = page.getByRole('alertdialog').filter({ hasText: 'Paint frame' })
  await expect(conflict).toBeVisible()
  await expect(conflict).toContainText('9')
  await expect(conflict).toContainText('3')
})

test('the CSV file contains every row that matches the filters, not only those on screen', async ({ page }) => {
  await openShop(page, 'File Works')
  await addProject(page, '601', steps)
  await addProject(page, '602', [{ name: 'Elsewhere' }])
  await page.goto('/operations')
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
  await expect(page.locator('footer')).toContainText('261 operations')
  await page.getByRole('searchbox').fill('step')
  await expect(page.locator('footer')).toContainText('260 operations')
  await expect(rowOf(page, 'Step 001')).toBeVisible()
  expect(await page.locator('tr[data-row]').count()).toBeLessThan(60)

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV with forecasts and causes' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  const lines = file.trim().split('\r\n')
  expect(lines).toHaveLength(261)
  expect(new Set(lines.slice(1).map((line) => /Step \d{3}/.exec(line)?.[0])).size).toBe(260)
  expect(file).not.toContain('Elsewhere')

  // The end of the list loads on demand, by keyboard.
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1)
  await page.keyboard.press('End')
  await expect(page.locator('tr[data-offset="259"][data-row]')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})
