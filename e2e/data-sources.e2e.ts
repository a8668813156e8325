import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

const numbersOf = async (page: Page): Promise<string[]> => {
  const projects: { projectNumber: string }[] = await (await page.request.get('/api/projects')).json()
  return projects.map(({ projectNumber }) => projectNumber).filter((number) => number.startsWith('P-90'))
}

test('a program pushes a file: its doubtful row is corrected, and the run is undone', { tag: '@promise' }, async ({
  page,
  playwright,
  baseURL,
}) => {
  await signInAs(page, 'planner')
  const centers: { name: string; kind: string }[] = await (await page.request.get('/api/categories')).json()
  const center = centers.find(({ kind }) => kind === 'inside')?.name
  const file = (status: string) =>
    Buffer.from(
      [
        'Job;Customer;Due;Op;Task;Machine;Hours;Status',
        `P-901;Olsen;24.12.2026;10;Cut plates;${center};4,5;New`,
        `P-902;Berg;15.01.2027;10;Cut tubes;${center};3;${status}`,
      ].join('\r\n'),
    )

  // From the import screen, which offers it.
  await page.goto('/projects?edit=import')
  await page.getByRole('link', { name: 'Repeat this import by itself' }).click()
  await page.getByLabel('Name').fill('Shop floor system')
  await page.getByLabel('Where from').selectOption('A program that sends it')
  expect(await accessibilityFaults(page)).toEqual([])
  const sample = { name: 'jobs.csv', mimeType: 'text/csv', buffer: file('New') }
  await page.getByLabel('Sample file').setInputFiles(sample)
  const table = page.getByRole('region', { name: 'Rows to import' })
  await expect(table.getByText('Cut tubes')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Wait for a person if a run would change more than').fill('100')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop floor system' })).toBeVisible()
  const command = await page.getByLabel('Send a file with').inputValue()
  expect(await accessibilityFaults(page)).toEqual([])

  // As the command says: a token and the bytes of the file.
  const address = /"(?<url>https?:[^"]+)"/.exec(command)?.groups?.url ?? ''
  const { apiToken } = await send<{ apiToken: string }>(page, 'POST', '/api-tokens', {
    name: 'MES',
    scope: 'plan',
    expiresInDays: 30,
  })
  const program = await playwright.request.newContext({
    extraHTTPHeaders: { Authorization: `Bearer ${apiToken}` },
    baseURL,
  })
  expect((await program.put(address, { data: file('Released') })).status()).toBe(202)

  // The open page hears of the run.
  await expect(page.getByText('2 created, 1 doubtful')).toBeVisible({ timeout: 60_000 })
  expect(await numbersOf(page)).toEqual(['P-901'])
  await page.getByRole('link', { name: 'Correct' }).click()
  await expect(page.getByRole('region', { name: 'Cells of the doubtful rows' }).getByText('P-902')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  // On a phone the last column of the list keeps its distance of 16 px from the edge.
  const run = page.url()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sources')
  const listed = page.getByRole('row', { name: /^Shop floor system/ })
  await expect(listed.getByRole('rowheader').getByText('1 doubtful row')).toBeVisible()
  const time = await listed.getByText(/\d:\d\d [AP]M$/).boundingBox()
  expect((time?.x ?? 0) + (time?.width ?? 390)).toBeLessThanOrEqual(374)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(run)
  await page.getByRole('button', { name: 'Correct and import' }).click()
  await expect(table.getByText(/^Project status: Not a status/)).toBeVisible()
  await page.keyboard.press('k')
  await table.getByLabel('Project status, row 1').selectOption('In Progress')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('Created: 1 project, 1 operation.')).toBeVisible()
  expect((await numbersOf(page)).sort()).toEqual(['P-901', 'P-902'])
  await page.getByRole('button', { name: 'Back to the run' }).last().click()
  await expect(page.getByRole('button', { name: 'Correct and import' })).toHaveCount(0)

  await page.getByRole('button', { name: /^Undo the run of/ }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await numbersOf(page)).toEqual(['P-902'])
  await program.dispose()
})
