import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  projectNumber: string
  forecastCompletionDate: string | null
}

const estimates = (page: Page) => page.getByRole('region', { name: 'Estimates, and how long work takes' })

test('a planner sets the estimates of a work center to the pace of its finished work, and takes that back', async ({
  page,
}) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Misleading estimates' })).toContainText(
    /^Misleading estimates.*Welding/,
  )
  await page.getByRole('link', { name: 'Open estimates' }).click()
  await expect(page).toHaveURL(/\/analytics#estimates$/)

  const panel = estimates(page)
  const welding = panel
    .getByRole('list', { name: 'Work centers and their estimates' })
    .getByRole('listitem')
    .filter({ hasText: /^Welding takes 1\.\d+ of its estimate: \d+ finished operations, last \d+ days/ })
  await expect(welding).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  await welding.getByRole('button', { name: /^Set the estimate to 1\.\d+ ×: Welding$/ }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Set the estimates of Welding to 1\.\d+ ×$/ })
  const listed = dialog.getByRole('list', { name: 'Estimates' }).getByRole('listitem')
  await expect(listed.first()).toContainText(' → ')
  const count = await listed.count()
  await dialog.getByRole('button', { name: `Change ${count} estimates` }).click()
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: `Estimates of ${count} operations set to` })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Undone' })).toBeVisible()

  await welding.getByRole('button', { name: /^Set the estimate to 1\.\d+ ×: Welding$/ }).click()
  await expect(listed).toHaveCount(count)
})

test('an admin lets the forecast use learned times, and dates of projects change', async ({ page }) => {
  await signInAs(page, 'admin')
  const forecasts = async (): Promise<Map<string, string | null>> => {
    const projects: Project[] = await (await page.request.get('/api/projects')).json()
    return new Map(projects.map(({ projectId, forecastCompletionDate }) => [projectId, forecastCompletionDate]))
  }
  const before = await forecasts()
  await page.goto('/admin?tab=settings')
  await page.getByLabel('Learned times of work').selectOption({ label: 'Used in the forecast' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  const moved = async () => [...(await forecasts())].filter(([id, date]) => date !== before.get(id))
  await expect.poll(async () => (await moved()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const later = (await moved()).filter(([id, date]) => (date ?? '') > (before.get(id) ?? ''))
  expect(later.length).toBeGreaterThan(0)

  await page.goto('/analytics#estimates')
  await estimates(page)
    .getByRole('button', { name: /: Welding$/ })
    .hover()
  await expect(page.getByText('The forecast takes this pace into account already').first()).toBeVisible()
})
