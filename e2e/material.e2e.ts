import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  state: string
  plannedShipDate: string
}
interface Operation {
  operationId: string
  name: string
  progressPercentage: number
  actualStartDate: string | null
  materialReadyDate: string | null
}

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()
const stateOf = async (page: Page, projectId: string) => (await read<Project>(page, `/projects/${projectId}`)).state

/** The last operation of a project that is on time, not started, and needs no material. */
const ahead = async (page: Page): Promise<{ project: Project; operation: Operation }> => {
  for (const project of await read<Project[]>(page, '/projects')) {
    if (project.state !== 'onTime') continue
    const { projectOperations } = await read<{ projectOperations: Operation[] }>(
      page,
      `/projects/${project.projectId}/operations`,
    )
    const operation = projectOperations.at(-1)
    const isUntouched = projectOperations.every(({ materialReadyDate }) => materialReadyDate === null)
    if (operation?.actualStartDate === null && isUntouched) return { project, operation }
  }
  throw new Error('The demo has no project on time')
}

test('material that arrives after the ship date makes a project late and is named as the cause, and moving it back recovers the project', {
  tag: '@promise',
}, async ({ page }) => {
  await signInAs(page, 'planner')
  const { project, operation } = await ahead(page)
  const { projectId } = project
  const later = new Date(Date.parse(project.plannedShipDate) + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/projects/${projectId}?edit=${operation.operationId}`)
  const form = page.getByRole('dialog', { name: `Edit ${operation.name}` })
  await expect(form.getByLabel('Material ready')).toBeHidden()
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByLabel('Material ready').fill(later)
  await form.getByLabel('Material', { exact: true }).fill('Castings from Olsen')
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Waits for material').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^waits for material until/ })).toBeVisible()
  expect(await stateOf(page, projectId)).toBe('late')

  await page.goto('/operations?flagged=%5B%22waiting-for-material%22%5D')
  await expect(page.getByRole('row', { name: new RegExp(operation.name) }).first()).toBeVisible()
  await expect(page.getByText('Waiting for material').first()).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])

  await page.goto(`/projects/${projectId}/operations/${operation.operationId}`)
  const fact = page.getByRole('definition').filter({ hasText: /, Castings from Olsen/ })
  await expect(fact).toBeVisible()
  await page.getByRole('button', { name: `Actions on ${operation.name}` }).click()
  await page.getByRole('menuitem', { name: 'Material is ready' }).click()
  await expect(fact).toBeHidden()
  await expect.poll(() => stateOf(page, projectId)).toBe('onTime')
})
