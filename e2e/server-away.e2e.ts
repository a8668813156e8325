import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { type BrowserContext, expect, type Page, test } from './support/journey.ts'
import { shopsPort } from './support/ports.ts'
import { signInAs } from './support/sign-in-as.ts'

const ask = async (number: number, action: 'stop' | 'start') => {
  const answer = await fetch(`http://localhost:${shopsPort}/${number}/${action}`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}

const strip = (page: Page) => page.getByText(/^The server cannot be reached\. Trying again…/)
const openTab = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.locator('main')).not.toBeEmpty()
  return page
}
const screens = ['/', '/projects', '/kanban', '/schedule', '/overdue-operations', '/operations', '/shift-patterns']

/**
 * Seconds until each tab reports it. The tabs share two cores with the rest of the machine, so the time is only logged;
 * the limit of 5 s is tested with a fake clock (`web/live/watch-server.test.ts`).
 */
const saidAfter = (tabs: readonly Page[]): Promise<number[]> => {
  const beganAtMs = Date.now()
  return Promise.all(
    tabs.map(async (tab) => {
      await expect(strip(tab)).toBeVisible({ timeout: 60_000 })
      return (Date.now() - beganAtMs) / 1_000
    }),
  )
}

test('every screen reports that the server has stopped, and continues by itself when it is back', async ({
  page,
  context,
}, { parallelIndex }) => {
  await signInAs(page, 'planner')
  const projects: { projectId: string; projectName: string; currentPhase: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  const [edited, unopened] = projects.filter(({ currentPhase }) => currentPhase === 'production')
  if (!edited || !unopened) throw new Error('The demo has no two projects in production')

  // One user is in the middle of a form, and others view each of the screens.
  await page.goto(`/projects/${edited.projectId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  const name = form.getByLabel('Project name')
  await expect(name).toHaveValue(edited.projectName)
  await name.fill('Typed while nobody answered')
  const tabs: Page[] = []
  for (const path of screens) tabs.push(await openTab(context, path))
  const travelling = await openTab(context, '/projects')

  // A user enters overtime on Working time.
  const planning = await openTab(context, '/shift-patterns?tab=exceptions')
  await planning.getByRole('button', { name: 'Add overtime or downtime' }).first().click()
  const overtime = planning.getByRole('dialog', { name: 'Add overtime or downtime' })
  await overtime.getByLabel('Name').fill('Typed on Working time')
  await overtime.getByLabel(/^From/).fill('2027-01-09T08:00')
  await overtime.getByLabel(/^To/).fill('2027-01-09T12:00')

  await ask(parallelIndex, 'stop')
  const seconds = await saidAfter([page, planning, ...tabs, travelling])
  console.log(
    `said after ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s in ${seconds.length} tabs`,
  )
  const dashboard = tabs[screens.indexOf('/')] ?? page
  expect(await accessibilityFaults(dashboard)).toEqual([])
  expect(await darkColorFaults(dashboard)).toEqual([])

  // A save fails and the typed values remain.
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(form.getByText('Failed to update project')).toBeVisible()
  await expect(name).toHaveValue('Typed while nobody answered')
  // A page that was never opened is unavailable now.
  await travelling.getByRole('link', { name: unopened.projectName }).first().click()
  await expect(travelling.getByText('Something went wrong')).toBeVisible()
  // A part of a page that was never opened loads when the server is back, and removes nothing until then.
  const table = tabs[screens.indexOf('/operations')] ?? page
  const refused = table.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await table.keyboard.press('Control+K')
  await refused
  await expect(table.getByRole('heading', { name: 'Operations', level: 1 })).toBeVisible()
  await expect(table.getByText('Something went wrong')).toBeHidden()

  await ask(parallelIndex, 'start')
  for (const tab of [page, planning, ...tabs, travelling]) await expect(strip(tab)).toBeHidden({ timeout: 60_000 })
  await expect(travelling.getByRole('heading', { name: unopened.projectName })).toBeVisible()
  await expect(name).toHaveValue('Typed while nobody answered')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(form).toBeHidden()
  await expect(overtime.getByLabel('Name')).toHaveValue('Typed on Working time')
  await overtime.getByRole('button', { name: 'Add', exact: true }).click()
  await overtime.getByRole('button', { name: 'Add overtime' }).click({ timeout: 60_000 })
  await expect(overtime).toBeHidden()
  const entered: { name: string }[] = await (await page.request.get('/api/calendar-exceptions')).json()
  expect(entered.filter(({ name }) => name === 'Typed on Working time')).toHaveLength(1)
  await expect(table.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  // The other tabs receive events again.
  const list = tabs[screens.indexOf('/projects')] ?? page
  await expect(list.getByText('Typed while nobody answered').first()).toBeVisible()
})
