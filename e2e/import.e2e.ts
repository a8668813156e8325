import { readFile } from 'node:fs/promises'
import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Project {
  projectId: string
  projectNumber: string
  operationCount: number
}

const projectsOf = async (page: Page): Promise<Project[]> => (await page.request.get('/api/projects')).json()

test('a file with two errors is corrected in its cells, imported, exported, and undone', { tag: '@promise' }, async ({
  page,
}) => {
  await signInAs(page, 'planner')
  const before = await projectsOf(page)
  const centers: { name: string; kind: string }[] = await (await page.request.get('/api/categories')).json()
  const [first, second] = centers.filter(({ kind }) => kind === 'inside').map(({ name }) => name)
  const lines = [
    'Job;Customer;Due;Op;Task;Machine;Hours;Pred',
    `X-901;Olsen;24.12.2026;10;Cut plates;${first};4,5;`,
    `X-901;;;20;Weld plates;${second};four;10FS+2h`,
    `X-902;Berg;15.01.2027;10;Cut tubes;${first};3;`,
    `X-902;;;20;Weld tubes;${second};6,5;15`,
  ]

  await page.goto('/')
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByPlaceholder('Type a command or search...').fill('import')
  await page.getByRole('option', { name: /Import projects/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import projects' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}`)
  await page.getByLabel('File to import').setInputFiles({ name: 'jobs.csv', mimeType: 'text/csv', buffer })

  const table = page.getByRole('region', { name: 'Rows to import' })
  await expect(table.getByText('Hours: Enter the hours as a number, such as 7.5')).toBeVisible()
  await expect(table.getByText('Predecessors: There is no operation "15" in project X-902')).toBeVisible()
  await expect(page.getByText('Numbers are read with a decimal comma')).toBeVisible()
  const confirm = page.getByRole('button', { name: /^Import \d+ rows$/ })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])

  // The first press on a cell, before anything else in its row, puts the cursor into it.
  const wrong = await table.getByText('four').boundingBox()
  if (!wrong) throw new Error('The cell with the error is not in sight')
  await page.mouse.click(wrong.x + wrong.width / 2, wrong.y + wrong.height / 2)
  await expect(table.getByRole('textbox', { name: 'Hours, row 2' })).toBeFocused()
  await page.keyboard.press('Escape')

  // By keyboard: to the first row with an error, into its cells, new text, Enter.
  await page.getByRole('tab', { name: /Error/ }).click()
  await page.keyboard.press('k')
  await table.getByRole('textbox', { name: 'Hours, row 2' }).fill('8')
  await page.keyboard.press('Enter')
  await expect(table.getByText('Hours: Enter the hours')).toHaveCount(0)
  // The next row with an error takes its place.
  await table.getByRole('textbox', { name: 'Predecessors, row 4' }).fill('10')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Import 4 rows' })).not.toHaveAttribute('aria-disabled', 'true')
  expect(await projectsOf(page)).toHaveLength(before.length)

  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(page.getByText('Created: 2 projects, 4 operations.')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const made = (await projectsOf(page)).filter(({ projectNumber }) => projectNumber.startsWith('X-90'))
  expect(made.map(({ operationCount }) => operationCount)).toEqual([2, 2])

  const other = await page.context().newPage()
  await other.goto('/projects?q=X-90')
  await expect(other.locator('footer')).toContainText('2 projects')
  const waiting = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Export' }).click()
  await other.getByRole('menuitem', { name: 'MS Project (XML)' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  expect(file).toContain('<Name>Weld plates</Name>')
  expect(file).toContain('<LinkLag>1200</LinkLag>')
  await other.close()

  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  const after = await projectsOf(page)
  expect(after.map(({ projectId }) => projectId).sort()).toEqual(before.map(({ projectId }) => projectId).sort())
})
