import { expect, type Locator, type Page, test } from './support/journey.ts'
import { openBoard } from './support/kanban-board.ts'
import { demo, demoPassword, signInAs, signInByForm } from './support/sign-in-as.ts'
import { watchCalls } from './support/specified-calls.ts'

const broken = { status: 500, contentType: 'application/json', body: '{}' }

/** The first of two calls answers that it is broken, as often as it is asked. */
const breakCall = (page: Page, path: string) =>
  page.route(
    ({ pathname }) => pathname === `/api${path}`,
    (route) => route.fulfill(broken),
  )

/** Opens a menu and chooses from it; a page that is still being drawn may take the menu away. */
const choose = (page: Page, trigger: Locator, item: string) =>
  expect(async () => {
    // In a search box this key would take the search away.
    if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape')
    await trigger.click({ timeout: 5_000 })
    await page.getByRole('menuitem', { name: item }).click({ timeout: 5_000 })
  }).toPass()

const asSuperAdmin = async (page: Page) => {
  await signInByForm(page, 'superAdmin')
  await page.getByRole('button', { name: /Northwind Fabrication/ }).click()
  await expect(page).toHaveURL('/')
  await choose(page, page.getByRole('button', { name: /^Account of/ }), 'Logout')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
}

const asMemberOfTwo = async (page: Page) => {
  await breakCall(page, '/auth/login')
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(demo.multi)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('button', { name: /Contoso Machining/ }).click()
  await expect(page).toHaveURL('/')
}

const ownAccount = async (page: Page) => {
  await page.goto('/profile')
  await page.getByLabel('Display name').fill('Alex of Northwind')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.getByLabel('Current password').fill('Not-My-Password-1')
  await page.getByLabel('New password').fill('Chosen-For-Journey-31')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/settings')
  await page.getByLabel('Time format').selectOption('24h')
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark').click()
  await expect(page.getByText('Settings saved').last()).toBeVisible()
}

const users = async (page: Page) => {
  await page.goto('/admin?tab=users')
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('Email').fill(demo.planner)
  await page.getByLabel('Name').fill('Ida Berg')
  await expect(page.getByText(/is already a member of this organization/)).toBeVisible()
  await page.getByLabel('Email').fill('ida@example.com')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.goto('/admin?tab=users')
  const actions = page.getByRole('button', { name: 'Actions for Ida Berg' })
  await choose(page, actions, 'Edit')
  await page.getByRole('textbox', { name: 'Role' }).fill('Welder')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User saved')).toBeVisible()
  await choose(page, actions, 'Withdraw invitation')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(actions).toHaveCount(0)
}

const newProject = async (page: Page): Promise<string> => {
  // A server that knows the specified interface alone.
  const columns = '**/api/projects/columns*'
  const json = { error: 'Not found', code: 'not_found', requestId: 'r1' }
  await page.route(columns, (route) => route.fulfill({ status: 404, json }))
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: /Mezzanine/ }).first()).toBeVisible()
  await page.unroute(columns)
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Project name').fill('Called Frame')
  await page.getByRole('button', { name: 'Create project' }).click()
  const projects = async (): Promise<{ projectId: string; projectName: string }[]> =>
    (await page.request.get('/api/projects')).json()
  const find = async () => (await projects()).find(({ projectName }) => projectName === 'Called Frame')?.projectId
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

const addSeveral = async (page: Page, lines: string) => {
  await page.getByRole('button', { name: 'Add several' }).click()
  for (const [index, line] of lines.split('\n').entries()) {
    const [name = '', hours = ''] = line.split('; ')
    await page.getByLabel(`Name, row ${index + 1}`).fill(name)
    await page.getByLabel(`Hours, row ${index + 1}`).fill(hours)
  }
  await page.getByRole('button', { name: /^Add \d+ operations?$/ }).click()
  await expect(page.getByRole('dialog', { name: 'Add several operations' })).toBeHidden()
}

const operationsOf = async (page: Page, projectId: string): Promise<{ operationId: string; name: string }[]> =>
  (await (await page.request.get(`/api/projects/${projectId}/operations`)).json()).projectOperations

const operations = async (page: Page, projectId: string) => {
  await page.goto(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Add operation' }).last().click()
  await page.getByLabel('Name').fill('Inspect')
  await page.getByLabel('Duration').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Add operation' }).click()
  await expect(page.getByText('Inspect added')).toBeVisible()
  await addSeveral(page, 'Cut; 4\nBend; 3')
  const batch = `/project-operations/projects/${projectId}/operations/batch`
  await breakCall(page, batch)
  await addSeveral(page, 'Weld; 6\nPaint; 2')
  expect((await operationsOf(page, projectId)).map(({ name }) => name)).toEqual([
    'Inspect',
    'Cut',
    'Bend',
    'Weld',
    'Paint',
  ])
  const act = (name: string, item: string) =>
    choose(page, page.getByRole('button', { name: `Actions on ${name}` }), item)
  await act('Weld', 'Edit…')
  await page.getByLabel('Duration').fill('7')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Weld saved')).toBeVisible()
  await page.getByRole('button', { name: /^Progress of Cut/ }).click()
  await page.getByRole('button', { name: 'Mark done' }).click()
  await expect(page.getByRole('button', { name: /^Progress of Cut: 100/ })).toBeVisible()
  await act('Inspect', 'Remove…')
  await page.getByRole('button', { name: 'Remove operation' }).click()
  await expect(page.getByRole('button', { name: 'Actions on Inspect' })).toHaveCount(0)
}

const runToItsEnd = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).first().click()
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await run.getByRole('button', { name: 'Close' }).click({ timeout: 120_000 })
  await expect(run).toBeHidden()
}

/** The last operation of the project has nothing behind it that would give way. */
const plan = async (page: Page, projectId: string) => {
  await runToItsEnd(page, 'Schedule project')
  const last = (await operationsOf(page, projectId)).find(({ name }) => name === 'Paint')
  await page.goto(`/schedule?operation=${last?.operationId}`)
  const panel = page.getByRole('complementary', { name: 'Paint' })
  const start = panel.getByLabel('Start')
  await expect(start).not.toHaveValue('')
  const later = new Date(`${await start.inputValue()}Z`)
  later.setUTCDate(later.getUTCDate() + 7)
  await start.fill(later.toISOString().slice(0, 16))
  await panel.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Operation moved')).toBeVisible()
  await runToItsEnd(page, 'Schedule all')
}

const board = async (page: Page) => {
  await openBoard(page)
  const more = page.getByRole('button', { name: /^Show more of/ })
  await more.first().click()
  await breakCall(page, '/project-operations/batch')
  await more.nth(1).click()
  const card = page.locator('[data-column=engineering] [data-card]').first()
  await card.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Project moved to Production')).toBeVisible()
}

const changeAndDelete = async (page: Page, projectId: string) => {
  await page.goto(`/projects?edit=${projectId}`)
  await page.getByLabel('Project name').fill('Called Frame again')
  await page.getByRole('button', { name: 'Save project' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByPlaceholder('Number, name, customer').fill('Called Frame again')
  const row = page.getByRole('row', { name: /Called Frame again/ })
  await row.hover()
  await choose(page, row.getByRole('button', { name: /^Actions of/ }), 'Delete project')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText(/deleted$/)).toBeVisible()
}

const withoutSocket = async (page: Page) => {
  await page.clock.install()
  await page.routeWebSocket(/\/api\/live/, (socket) => void socket.close())
  await signInAs(page, 'planner')
  await page.goto('/')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Write to the team' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Crane is down')
  await page.getByRole('button', { name: 'Send' }).click()
  const polled = page.waitForRequest(/\/notifications\/unread$/, { timeout: 120_000 })
  for (let step = 0; step < 12; step += 1) await page.clock.fastForward(31_000)
  await polled
}

test('the application makes every specified call, each in its situation and with its fallback', async ({ browser }) => {
  test.setTimeout(600_000)
  const watched = watchCalls(browser)
  await asSuperAdmin(await watched.newPage())
  await asMemberOfTwo(await watched.newPage())
  await withoutSocket(await watched.newPage())
  const page = await watched.newPage()
  await signInAs(page, 'admin')
  await ownAccount(page)
  await users(page)
  const projectId = await newProject(page)
  await operations(page, projectId)
  await plan(page, projectId)
  await board(page)
  await changeAndDelete(page, projectId)
  expect(watched.missing()).toEqual([])
})
