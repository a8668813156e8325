import { type Browser, expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

const toast = (page: Page, words: string | RegExp) => page.locator('[data-sonner-toast]').filter({ hasText: words })

/** While a dialog is open, it receives the keys. */
const undo = async (page: Page, said: string | RegExp) => {
  await expect(page.locator('[data-modal]')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(toast(page, said)).toBeVisible()
}

const openAsAdmin = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, 'admin')
  return page
}

test('Ctrl+Z undoes an edit, a move, a removal and a run, and names what another browser has changed since', {
  tag: '@promise',
}, async ({ page, browser }) => {
  await signInAs(page, 'planner')
  const number = `U-${Date.now().toString(36)}`
  const { projectId } = await send<{ projectId: string }>(page, 'POST', '/projects', {
    projectNumber: number,
    projectName: 'Crane arm',
    currentPhase: 'engineering',
    plannedShipDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  await send(page, 'POST', `/project-operations/projects/${projectId}/operations/batch`, [
    { operationId: ids[0], name: 'Cut plates', durationHours: 4 },
    { operationId: ids[1], name: 'Weld arm', durationHours: 8, dependencies: [ids[0]] },
  ])
  await page.goto(`/projects/${projectId}`)
  const title = page.getByRole('heading', { level: 1 })

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Project name').fill('Crane arm, long')
  await page.getByLabel('Project name').press('Control+z')
  await expect(page.getByLabel('Project name')).not.toHaveValue('Crane arm, long')
  await page.getByLabel('Project name').fill('Crane arm, long')
  await page.getByRole('button', { name: 'Save project' }).click()
  await expect(title).toContainText('Crane arm, long')
  await undo(page, `Undone: changed project #${number}`)
  await expect(title).not.toContainText('long')
  await toast(page, 'Undone: changed').getByRole('button', { name: 'Redo' }).click()
  await expect(title).toContainText('Crane arm, long')
  await undo(page, `Undone: changed project #${number} Crane arm.`)
  await expect(title).not.toContainText('long')

  const row = page.getByRole('row').filter({ hasText: 'Cut plates' })
  await row.getByRole('button', { name: /^(Menu|More|Actions)/ }).click()
  await page.getByRole('menuitem', { name: /Remove/ }).click()
  await page.getByRole('button', { name: 'Remove operation' }).click()
  await expect(row).toHaveCount(0)
  await undo(page, `Undone: deleted Cut plates of #${number}.`)
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'Weld arm' })).toContainText('10')

  await page.getByRole('button', { name: 'Schedule project' }).first().click()
  await expect(page.getByRole('dialog').getByText('successfully scheduled')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Not scheduled')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  const question = page.getByRole('alertdialog', { name: 'Undo the whole run?' })
  await expect(question.getByText(/^Schedule #\S+: \d+ operations? moved$/)).toBeVisible()
  await question.getByRole('button', { name: 'Undo the run' }).click()
  await expect(toast(page, 'Undone: the plan of a scheduling run.')).toBeVisible()
  await expect(page.getByText('Not scheduled').first()).toBeVisible()

  const theirs = await openAsAdmin(browser)
  await send(page, 'PUT', `/projects/${projectId}`, { customerName: 'Blue Ridge', shortName: 'CA' })
  await send(theirs, 'PUT', `/projects/${projectId}`, { customerName: 'Lakeside' })
  await undo(page, /Not changed: .*: customer \(changed by .+ since\)/)
  await expect(page.getByText('Lakeside').first()).toBeVisible()
  await theirs.context().close()

  await page.goto(`/kanban?q=${number}`)
  const card = page.getByRole('group', { name: /Crane arm/ })
  await card.focus()
  await card.press('ArrowRight')
  await expect(page.locator('[data-column=production]').getByRole('group', { name: /Crane arm/ })).toHaveCount(1)
  await expect(toast(page, 'Project moved to Production')).toBeVisible()
  await undo(page, 'Undone: moved project')
  await expect(page.locator('[data-column=engineering]').getByRole('group', { name: /Crane arm/ })).toHaveCount(1)

  await page.goto(`/history?project=${projectId}`)
  const list = page.getByRole('list', { name: 'History' })
  await expect(list.getByText('by undo').first()).toBeVisible()
  await list.getByRole('button', { name: /^Redo/ }).first().click()
  await expect(toast(page, 'Redone: moved project')).toBeVisible()
})
