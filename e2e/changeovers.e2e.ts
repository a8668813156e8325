import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Operation {
  name: string
  categoryId: string | null
  setupFamily: string
  scheduledStartDate: string | null
  actualStartDate: string | null
}

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()

/** Number of color changes in the unstarted work of the paint booth, in plan order. */
const colorChanges = async (page: Page, categoryId: string): Promise<number> => {
  const planned: Operation[] = []
  for (const { projectId } of await read<{ projectId: string }[]>(page, '/projects')) {
    const path = `/projects/${projectId}/operations`
    const { projectOperations } = await read<{ projectOperations: Operation[] }>(page, path)
    planned.push(...projectOperations.filter((one) => one.categoryId === categoryId && one.actualStartDate === null))
  }
  const placed = planned.flatMap(({ setupFamily, scheduledStartDate: at }) => (at ? [{ setupFamily, at }] : []))
  const inOrder = placed.sort((a, b) => a.at.localeCompare(b.at))
  return inOrder.filter(({ setupFamily }, i) => i > 0 && inOrder[i - 1]?.setupFamily !== setupFamily).length
}

const scheduleAll = async (page: Page) => {
  await page.goto('/schedule')
  await page.getByRole('button', { name: 'Schedule all' }).first().click()
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  await run.getByRole('button', { name: 'Close' }).click()
}

test('a paint booth changes color less often once its changeovers are entered, and the schedule shows them', {
  tag: '@promise',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  const paint = (await read<{ categoryId: string; name: string }[]>(page, '/categories')).find(
    ({ name }) => name === 'Paint',
  )
  const categoryId = paint?.categoryId ?? ''
  await send(page, 'PUT', `/categories/${categoryId}`, { changeovers: [] })
  await scheduleAll(page)
  const before = await colorChanges(page, categoryId)

  await page.goto('/shift-patterns?tab=work-centers')
  await page.getByRole('button', { name: 'Changeovers of Paint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changeovers of Paint' })
  for (const [from, to] of [
    ['White', 'Blue'],
    ['Blue', 'White'],
    ['Primer', 'White'],
    ['Primer', 'Blue'],
    ['White', 'Primer'],
    ['Blue', 'Primer'],
  ]) {
    await dialog.getByLabel(`Hours from ${from} to ${to}`).fill('1.5')
  }
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await scheduleAll(page)
  expect(await colorChanges(page, categoryId)).toBeLessThan(before)
  await page.goto('/schedule?view=timeline')
  await expect(page.getByTitle(/^Changeover (White|Blue|Primer) to (White|Blue|Primer) 1.5 h$/).first()).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})
