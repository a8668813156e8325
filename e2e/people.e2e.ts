import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { openShop, send } from './support/open-shop.ts'

const dayMs = 86_400_000
const local = (ms: number): string => new Date(ms).toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })

const stateOf = async (page: Page, projectId: string): Promise<string> =>
  (await (await page.request.get(`/api/projects/${projectId}`)).json()).state

/** A project with a single operation of three days and nights, which ships in some days. */
const addWeld = async (page: Page, name: string, shipsInDays: number, ids: { categoryId: string; poolId?: string }) => {
  const project = await send<{ projectId: string }>(page, 'POST', '/projects', {
    projectName: name,
    currentPhase: 'production',
    plannedShipDate: new Date(Date.now() + shipsInDays * dayMs).toISOString(),
  })
  const path = `/project-operations/projects/${project.projectId}/operations`
  const fields = { name: `Weld ${name}`, durationHours: 72, ...ids }
  const operation = await send<{ operationId: string }>(page, 'POST', path, fields)
  return { ...project, ...operation }
}

test('the leave of a certificate holder is previewed, entered, and named as the cause of a late project', {
  tag: '@promise',
}, async ({ page }) => {
  await openShop(page, 'Leave')
  const booths = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: 'Booths', capacity: 2 })
  await page.goto('/shift-patterns?tab=people')
  await expect(page.getByText('No people or tools yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add people or tools' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add people or tools' })
  await form.getByLabel('Name').fill('Certified welders')
  await form.getByLabel('How many').fill('2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Certified welders/ })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  const { categoryId } = booths
  const first = await addWeld(page, 'tank', 5, { categoryId })
  const second = await addWeld(page, 'frame', 5, { categoryId })
  for (const { projectId, operationId } of [first, second]) {
    await page.goto(`/projects/${projectId}?edit=${operationId}`)
    const edit = page.getByRole('dialog', { name: /^Edit Weld/ })
    await expect(edit.getByLabel('Work center').getByRole('option', { name: 'Certified welders' })).toHaveCount(0)
    await edit.getByLabel('Also needs').selectOption('Certified welders')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
  }
  const run = await send<{ runId: string }>(page, 'POST', '/projects/schedule-all', {})
  await expect
    .poll(async () => (await (await page.request.get(`/api/scheduling-runs/${run.runId}`)).json()).status)
    .toBe('Succeeded')
  await expect.poll(() => stateOf(page, first.projectId)).toBe('onTime')
  await expect.poll(() => stateOf(page, second.projectId)).toBe('onTime')

  // One of the two is away for a week. The effect is previewed first.
  await page.goto('/shift-patterns?tab=exceptions')
  await page.getByRole('button', { name: /^Add/ }).first().click()
  const leave = page.getByRole('dialog', { name: 'Add overtime or downtime' })
  await leave.getByText('Capacity', { exact: true }).click()
  await leave.getByLabel('Name').fill('Leave of a welder')
  await leave.getByLabel('Work center, people or tools').selectOption('Certified welders')
  await leave.getByLabel('Available').fill('1')
  await leave.getByLabel(/^From/).fill(`${local(Date.now() - dayMs)}T06:00`)
  await leave.getByLabel(/^To/).fill(`${local(Date.now() + 9 * dayMs)}T06:00`)
  await leave.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(leave.getByText(/operations? would move/)).toBeVisible({ timeout: 60_000 })
  await expect(leave.getByRole('row', { name: /^Certified welders/ })).toBeVisible()
  await leave.getByRole('button', { name: 'Add capacity' }).click()
  await expect(leave).toHaveCount(0)

  const isLate = async ({ projectId }: { projectId: string }) => (await stateOf(page, projectId)) === 'late'
  await expect.poll(async () => (await isLate(first)) || (await isLate(second)), { timeout: 60_000 }).toBe(true)
  const late = (await isLate(first)) ? first : second
  await page.goto(`/projects/${late.projectId}`)
  await expect(page.getByText(/Waits for Certified welders: Leave of a welder/).first()).toBeVisible()
  await page.goto(`/projects/${late.projectId}/operations/${late.operationId}`)
  await expect(page.getByRole('definition').filter({ hasText: /^Certified welders$/ })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto('/schedule?view=timeline')
  await expect(
    page.getByRole('rowheader', { name: /^Certified welders, 2 people or tools, 1 of 2 available/ }),
  ).toBeAttached()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
})
