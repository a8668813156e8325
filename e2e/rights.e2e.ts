import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { type Browser, expect, type Locator, type Page, test, withMotion } from './support/journey.ts'
import { carryTo, column, openBoard, pick, pickUp, toastWith } from './support/kanban-board.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

test.use(withMotion)

const password = 'Strong-Enough-28'

interface Invited {
  readonly email: string
  readonly name: string
  readonly access: 'Viewer' | 'Reporter' | 'Planner'
  /** The work centers of a planner; all when left out. */
  readonly centers?: readonly string[]
}

/** Invites a person in the dialog, and answers the page of that person, who has accepted and is signed in. */
const invite = async (admin: Page, browser: Browser, { email, name, access, centers }: Invited): Promise<Page> => {
  await admin.goto('/admin?tab=users')
  await admin.getByRole('button', { name: 'New user' }).click()
  const dialog = admin.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('radio', { name: access }).check()
  if (centers) {
    await dialog.getByLabel('Plans').selectOption('Some work centers')
    for (const center of centers) await dialog.getByRole('checkbox', { name: center, exact: true }).check()
  }
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const field = admin.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/\/login\?invitation=/)
  const link = await field.inputValue()
  await admin.getByRole('button', { name: 'Close', exact: true }).last().click()
  const person = await (await browser.newContext({ viewport: { width: 1470, height: 900 } })).newPage()
  await person.goto(link)
  await person.getByLabel('Password', { exact: true }).fill(password)
  await person.getByRole('button', { name: 'Accept invitation' }).click()
  await person.waitForURL((url) => url.pathname === '/')
  return person
}

/** The page as it stands, in both themes. */
const expectAccessible = async (page: Page): Promise<void> => {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
}

/** A disabled control says why when it is pressed. */
const reasonOf = async (page: Page, control: Locator): Promise<string> => {
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  await control.hover()
  return (await page.getByRole('tooltip').textContent()) ?? ''
}

/** Drags a project to another phase, which must not happen; answers what the reader is told. */
const triesToDrag = async (page: Page, reason: string): Promise<void> => {
  await openBoard(page)
  const { card, in: inColumn } = await pick(page, 'submittals')
  await pickUp(page, card)
  await carryTo(page, column(page, 'engineering'))
  await page.mouse.up()
  await expect(toastWith(page, reason).first()).toBeVisible()
  await expect(inColumn('submittals')).toBeVisible()
}

const triesToExport = async (page: Page): Promise<void> => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).first().click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
}

const undo = (page: Page) => page.keyboard.press('Control+z')

test('an owner invites a viewer, who looks at everything, exports, and changes nothing', { tag: '@promise' }, async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const viewer = await invite(page, browser, { email: 'vera@example.com', name: 'Vera Lund', access: 'Viewer' })
  const reason = 'You can look at the plan. Changing it needs more access.'
  await viewer.goto('/projects')
  expect(await reasonOf(viewer, viewer.getByRole('button', { name: 'Schedule all' }))).toBe(reason)
  await expectAccessible(viewer)
  await triesToDrag(viewer, reason)
  await triesToExport(viewer)
  await undo(viewer)
  await expect(toastWith(viewer, 'You can look at the plan.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Vera Lund/ }).getByText('Viewer', { exact: true })).toBeVisible()
  await expectAccessible(page)
  for (const path of ['/schedule', `/projects/${(await workOf(viewer)).project}`]) {
    await viewer.goto(path)
    await expect(viewer.locator('main [aria-disabled=true]').first()).toBeVisible()
    await expectAccessible(viewer)
  }
  await viewer.context().close()
})

test('a reporter reports progress and takes it back, and schedules nothing', async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const reporter = await invite(page, browser, { email: 'rita@example.com', name: 'Rita Moss', access: 'Reporter' })
  const reason = 'You can report work. Changing the plan needs more access.'
  await reporter.goto('/projects')
  expect(await reasonOf(reporter, reporter.getByRole('button', { name: 'Schedule all' }))).toBe(reason)
  await triesToDrag(reporter, reason)
  await triesToExport(reporter)
  const { operations, project } = await workOf(reporter)
  const path = `/project-operations/projects/${project}/operations/${operations[0]}`
  await send(reporter, 'POST', `${path}/progress`, { progressPercentage: 35 })
  await undo(reporter)
  await expect(toastWith(reporter, 'Undone').first()).toBeVisible()
  await expect(send(reporter, 'PUT', path, { durationHours: 3 })).rejects.toThrow(reason)
  await reporter.context().close()
})

/** An open project of the shop, with its operations that have not begun. */
const workOf = async ({ request }: Page, centerIds?: readonly string[]) => {
  const rows: { projectId: string; operationId: string; categoryId: string | null; progressPercentage: number }[] = (
    await (await request.get('/api/operations?tab=all&limit=200')).json()
  ).rows
  const fitting = rows.filter(
    ({ categoryId, progressPercentage }) =>
      progressPercentage === 0 && (!centerIds || (categoryId !== null && centerIds.includes(categoryId))),
  )
  const project = fitting[0]?.projectId ?? ''
  return { project, operations: fitting.filter(({ projectId }) => projectId === project).map((row) => row.operationId) }
}

test('a planner of two work centers plans there, and asks for plans of the whole shop', { tag: '@promise' }, async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const all: { categoryId: string; name: string; kind: string }[] = await (
    await page.request.get('/api/categories')
  ).json()
  const inside = all.filter(({ kind }) => kind === 'inside')
  const [own, others] = [inside.slice(0, 2), inside.slice(2)]
  const planner = await invite(page, browser, {
    email: 'pia@example.com',
    name: 'Pia Holt',
    access: 'Planner',
    centers: own.map(({ name }) => name),
  })
  await expect(
    page.getByRole('row', { name: /Pia Holt/ }).getByText('Planner of 2 work centers', { exact: true }),
  ).toBeVisible()
  await triesToDrag(planner, 'You plan only some work centers. This affects others too.')
  await triesToExport(planner)
  const ids = (centers: typeof all) => centers.map(({ categoryId }) => categoryId)
  const pathOf = ({ project, operations }: Awaited<ReturnType<typeof workOf>>) =>
    `/project-operations/projects/${project}/operations/${operations[0]}`
  const mine = pathOf(await workOf(planner, ids(own)))
  await send(planner, 'PUT', mine, { durationHours: 6.75 })
  await undo(planner)
  await expect(toastWith(planner, 'Undone').first()).toBeVisible()
  const theirs = pathOf(await workOf(planner, ids(others)))
  await expect(send(planner, 'PUT', theirs, { durationHours: 6.75 })).rejects.toThrow('You plan only some work centers')

  await planner.goto('/projects')
  await planner.getByRole('button', { name: 'Schedule all' }).click()
  await expect(planner.getByRole('heading', { level: 1 })).toHaveText('Preview of "Schedule all"')
  await planner.getByRole('button', { name: 'Ask to apply' }).click()
  await planner.getByRole('dialog', { name: 'Ask to apply' }).getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(planner.getByText(/ may apply it\.$/)).toBeVisible()
  await planner.context().close()
})
