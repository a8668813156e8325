import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  projectNumber: string
  priority: number
  state: string
}

const projectsOf = async (page: Page): Promise<Project[]> => (await page.request.get('/api/projects')).json()

/** The project with the lowest priority that is not on time, so that raising its priority has an effect. */
const neglected = async (page: Page): Promise<Project> => {
  const found = (await projectsOf(page))
    .filter(({ state }) => state === 'late' || state === 'atRisk')
    .sort((a, b) => a.priority - b.priority)
  const [first] = found
  if (!first) throw new Error('The demo has no project in trouble')
  return first
}

const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true })

test('"Schedule all" is previewed, applied with one click, and undone', { tag: '@promise' }, async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview of "Schedule all"')
  await expect(page.locator('#main').getByText(/operations? would move/)).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  await apply(page).click()
  await expect(page.getByText(/^Applied by/)).toBeVisible()
  await page.locator('#main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Undone' })).toBeVisible()
})

test('a priority shows whom it delays before it is saved, and an outdated proposal is refused and refreshed', {
  tag: '@promise',
}, async ({ page }) => {
  await signInAs(page, 'planner')
  const { projectId, priority } = await neglected(page)
  await page.goto(`/projects/${projectId}?edit=project`)
  await page.getByLabel('Priority').fill('100')
  await page.getByRole('button', { name: 'Try first' }).click()
  await expect(page.getByText('Priority 100', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: /^(Became late|Later|Recovered|Earlier)$/ }).first()).toBeVisible()
  expect((await projectsOf(page)).find((project) => project.projectId === projectId)?.priority).toBe(priority)

  // A colleague changes another project in the meantime.
  const [other] = (await projectsOf(page)).filter((project) => project.projectId !== projectId)
  const proposalId = new URL(page.url()).pathname.split('/').at(-1)
  await send(page, 'PUT', `/projects/${other?.projectId}`, { priority: ((other?.priority ?? 0) + 1) % 100 })
  await expect(send(page, 'POST', `/proposals/${proposalId}/apply`, {}, { 'If-Match': '1' })).rejects.toThrow('409')
  await expect(page.getByText('The plan has changed. Refresh the preview.')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The plan has changed. Refresh the preview.')).toBeHidden()
  await apply(page).click()
  await expect(page.getByText(/^Applied by/)).toBeVisible()
  expect((await projectsOf(page)).find((project) => project.projectId === projectId)?.priority).toBe(100)
})

test('two proposals are saved under names and compared', async ({ page, browser }) => {
  await signInAs(page, 'planner')
  const { projectId } = await neglected(page)
  const keep = async (name: string, changes: object[]) => {
    const { proposalId } = await send<{ proposalId: string }>(page, 'POST', '/proposals', {
      changes,
      method: 'optimize',
    })
    await page.goto(`/proposals/${proposalId}`)
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  await keep('As it is', [])
  await keep('Rush', [{ kind: 'project', projectId, fields: { priority: 100 } }])
  await page.getByLabel('Compare with').selectOption('As it is')
  await expect(page.getByRole('table', { name: 'Rush compared with As it is' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  const colleague = await (await browser.newContext()).newPage()
  await signInAs(colleague, 'admin')
  await colleague.goto(page.url())
  await expect(colleague.getByRole('table', { name: 'Rush compared with As it is' })).toBeVisible()
})
