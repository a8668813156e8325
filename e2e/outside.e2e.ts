import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  projectNumber: string
}
interface Operation {
  operationId: string
  name: string
}

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()

/** The demo's project that is galvanized at a supplier. */
const galvanized = async (page: Page) => {
  const project = (await read<Project[]>(page, '/projects')).find(({ projectNumber }) => projectNumber === '1055')
  const projectId = project?.projectId ?? ''
  const { projectOperations } = await read<{ projectOperations: Operation[] }>(
    page,
    `/projects/${projectId}/operations`,
  )
  const operation = projectOperations.find(({ name }) => name === 'Galvanize')
  return { projectId, operationId: operation?.operationId ?? '' }
}

const setDays = async (page: Page, projectId: string, operationId: string, days: string) => {
  await page.goto(`/projects/${projectId}?edit=${operationId}`)
  const form = page.getByRole('dialog', { name: 'Edit Galvanize' })
  await form.getByLabel('Duration').fill(days)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test('a longer time at a supplier makes a project late, and the cause names the supplier', { tag: '@promise' }, async ({
  page,
}) => {
  await signInAs(page, 'planner')
  const { projectId, operationId } = await galvanized(page)
  await setDays(page, projectId, operationId, '30')
  await expect(page.getByText('At Olsen Galvanizing for 30 days').first()).toBeVisible()

  await page.goto('/schedule?view=timeline')
  await expect(page.getByRole('rowheader', { name: /^Galvanizing, Olsen Galvanizing/ })).toBeAttached()
  expect(await accessibilityFaults(page)).toEqual([])
  await setDays(page, projectId, operationId, '5')
  await expect(page.getByText('At Olsen Galvanizing for 30 days')).toBeHidden()
})

test('Working time names the supplier of an outside work center, and previews bringing its work in house', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await page.goto('/shift-patterns?tab=work-centers')
  await expect(page.getByRole('row', { name: /Galvanizing/ }).getByText('Olsen Galvanizing')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Galvanizing' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Galvanizing' })
  await form.getByRole('radio', { name: 'Inside' }).check({ force: true })
  await expect(form.getByLabel('Parallel capacity')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('button', { name: 'Save work center' })).toBeEnabled({ timeout: 60_000 })
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
})
