import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  projectName: string
  priority: number
  forecastCompletionDate: string
  latenessDays: number
}

const projectsOf = async (page: Page): Promise<Project[]> => (await page.request.get('/api/projects')).json()
const dateOf = ({ forecastCompletionDate }: Project): number => Date.parse(forecastCompletionDate)

test('pasted work gets three dates, one becomes a project that ships on its date, and undo removes it', {
  tag: '@promise',
}, async ({ page }) => {
  await signInAs(page, 'planner')
  const before = await projectsOf(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByPlaceholder('Type a command or search...').fill('when could we ship')
  await page.getByRole('option', { name: /Promise date/ }).click()
  await expect(page).toHaveURL('/promise-date')
  const operations = page.getByRole('textbox', { name: /^Operations/ })

  const centers: { name: string }[] = await (await page.request.get('/api/categories')).json()
  const [first, second] = centers.map(({ name }) => name)
  await operations.fill(`Cut\t${first}\t12\nFit\t${second}\ttwo`)
  await expect(page.getByText('Line 2: "two" is not a number of hours, such as 7.5.')).toBeVisible()
  await operations.fill(`Cut\t${first}\t12\nFit\t${second}\t8`)
  await page.getByRole('button', { name: 'Show the dates' }).click()
  const answers = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Create project' }) })
  await expect(answers).toHaveCount(3)
  await expect(answers.first().getByText('It delays no other project.')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  expect(await projectsOf(page)).toHaveLength(before.length)

  await answers.last().getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create project' })
  await dialog.getByLabel('Project name').fill('Rush frame')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rush frame')

  const after = await projectsOf(page)
  expect(after.find(({ projectName }) => projectName === 'Rush frame')).toMatchObject({
    priority: 100,
    latenessDays: 0,
  })
  for (const project of before) {
    const now = after.find(({ projectId }) => projectId === project.projectId)
    if (now && project.forecastCompletionDate) expect(dateOf(now)).toBeGreaterThanOrEqual(dateOf(project))
  }

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Undone' })).toBeVisible()
  expect((await projectsOf(page)).map(({ projectName }) => projectName)).not.toContain('Rush frame')
})

test('the dashboard and the projects screen link to the promise date', async ({ page }) => {
  await signInAs(page, 'planner')
  for (const path of ['/', '/projects']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Promise date' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promise date')
  }
})
