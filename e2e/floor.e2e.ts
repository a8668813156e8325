import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { type Browser, expect, type Locator, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { shopOrigin } from './support/ports.ts'
import { signInAs } from './support/sign-in-as.ts'

const read = async <T>({ request }: Page, path: string): Promise<T> =>
  (await request.get(`${shopOrigin}/api${path}`)).json()

/** A new work center with two operations for today. */
const addSaw = async (page: Page) => {
  const name = `Band saw ${Date.now().toString(36)}`
  const { categoryId } = await send<{ categoryId: string }>(page, 'POST', '/categories', { name })
  const { projectId } = await send<{ projectId: string }>(page, 'POST', '/projects', {
    projectName: 'Gantry',
    currentPhase: 'production',
    plannedShipDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const work = { categoryId, durationHours: 2, pinned: true }
  await send(page, 'POST', `/project-operations/projects/${projectId}/operations/batch`, [
    { operationId: first, name: 'Cut beams', ...work, scheduledStartDate: at(0), scheduledEndDate: at(2) },
    { operationId: second, name: 'Cut legs', ...work, scheduledStartDate: at(2), scheduledEndDate: at(4) },
  ])
  return { name, projectId, first, second }
}

/** Adds a tablet as an admin on the settings page; returns the displayed code. */
const addTablet = async (page: Page, tabletName: string, workCenter: string): Promise<string> => {
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'New device' }).click()
  await page.getByLabel('Name', { exact: false }).last().fill(tabletName)
  await page.getByRole('checkbox', { name: workCenter }).check()
  await page.getByRole('button', { name: 'Add device' }).click()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('row', { name: tabletName })).toContainText('Code until')
  return code
}

const openTablet = async (browser: Browser, tabletName: string, code: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 } })
  const tablet = await context.newPage()
  await tablet.goto('/floor')
  await tablet.getByLabel('Device code').fill(code.toLowerCase().replace('-', ' '))
  expect(await accessibilityFaults(tablet)).toEqual([])
  await tablet.getByRole('button', { name: 'Sign in this device' }).click()
  await expect(tablet.getByRole('heading', { name: tabletName })).toBeVisible()
  return tablet
}

/** A member who may only report work, signed in through the form on a phone. */
const openReporter = async (admin: Page, browser: Browser): Promise<Page> => {
  const [email, password] = [`ben.${Date.now().toString(36)}@example.com`, 'Reports-His-Work-7']
  const person = { email, name: 'Ben Ito', access: 'report' }
  const { link } = await send<{ link: { linkToken: string } }>(admin, 'POST', '/users', person)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await send(phone, 'POST', '/auth/accept-invitation', { token: link.linkToken, password })
  await phone.goto('/login?redirect=/floor')
  await phone.getByLabel('Email Address').fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'Shop floor' })).toBeVisible()
  return phone
}

/** Whether the service worker has cached the page; only then may the network be turned off. */
const shellIsKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('floor')).keys()).some(({ url }) => url.endsWith('/floor'))),
    )
    .toBe(true)

/** Opens the card of an operation. Initially, only the first card and the cards of started operations are open. */
const openCard = async (tablet: Page, name: string): Promise<Locator> => {
  const card = tablet.getByRole('listitem', { name })
  const fold = card.locator('[aria-expanded]')
  await expect(fold).toBeVisible()
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  return card
}

test('a tablet reports while its network is down; the reports arrive in order, exactly once, and planners see them', {
  tag: '@promise',
}, async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const { name, projectId, first, second } = await addSaw(page)
  const tablet = await openTablet(browser, 'Saw tablet', await addTablet(page, 'Saw tablet', name))
  const [beams, legs] = [await openCard(tablet, 'Cut beams'), await openCard(tablet, 'Cut legs')]
  await beams.getByRole('button', { name: 'Start Cut beams' }).click()
  await expect(beams.getByRole('button', { name: '50 %' })).toBeVisible()
  const path = (id: string) => `/project-operations/projects/${projectId}/operations/${id}`
  const statusOf = async (id: string) => (await read<{ status: string }>(page, path(id))).status
  await expect.poll(() => statusOf(first)).toBe('In Progress')
  const sizes = await tablet.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height } = button.getBoundingClientRect()
      return { text: button.textContent, smaller: Math.min(width, height) }
    }),
  )
  expect(sizes.length).toBeGreaterThan(8)
  expect(sizes.filter(({ smaller }) => smaller < 56)).toEqual([])
  expect([...(await accessibilityFaults(tablet)), ...(await darkColorFaults(tablet))]).toEqual([])

  await shellIsKept(tablet)
  await tablet.context().setOffline(true)
  await beams.getByRole('button', { name: '50 %' }).click()
  await beams.getByRole('button', { name: 'Note on Cut beams' }).click()
  await tablet.getByRole('dialog').getByLabel('Note').fill('Changed the blade')
  await tablet.getByRole('button', { name: 'Add note' }).click()
  await beams.getByRole('button', { name: 'Done: Cut beams' }).click()
  await expect(beams).toContainText('Done')
  await legs.getByRole('button', { name: 'Hold Cut legs' }).click()
  await tablet.getByRole('button', { name: 'Waiting for material' }).click()
  await tablet.reload()
  await expect(tablet.getByText('4 reports wait to be sent.')).toBeVisible()
  await expect(beams).toContainText('Done')
  await expect(legs).toContainText('On hold')
  await expect(legs).toContainText('Waiting for material')
  expect(await accessibilityFaults(tablet)).toEqual([])
  expect([await statusOf(first), await statusOf(second)]).toEqual(['In Progress', 'Pending'])

  await tablet.context().setOffline(false)
  await expect(beams).toHaveCount(0)
  await expect(tablet.getByText(/wait to be sent/)).toHaveCount(0)
  await expect.poll(() => statusOf(second)).toBe('On Hold')
  expect(await statusOf(first)).toBe('Completed')
  interface Entry {
    readonly userName: string
    readonly source: string
    readonly changes: readonly { readonly field: string; readonly to: unknown }[]
  }
  const { entries } = await read<{ entries: Entry[] }>(page, `/history?entityId=${first}`)
  const reported = entries.filter(({ source }) => source === 'floor').toReversed()
  expect(reported.map(({ userName }) => userName)).toEqual(['Saw tablet', 'Saw tablet', 'Saw tablet', 'Saw tablet'])
  const lasting = reported.map(({ changes }) => changes.map(({ field }) => field))
  expect(lasting.map((fields) => fields.includes('actualStartDate'))).toEqual([true, false, false, false])
  expect(lasting.map((fields) => fields.includes('notes'))).toEqual([false, false, true, false])
  expect(lasting.map((fields) => fields.includes('actualEndDate'))).toEqual([false, false, false, true])

  await page.goto(`/projects/${projectId}`)
  await expect(page.getByRole('row').filter({ hasText: 'Cut beams' })).toContainText('Done')
  await page.goto(`/projects/${projectId}/operations/${second}`)
  // The history of the operation shows it too, once it has loaded.
  await expect(page.getByText('Waiting for material').first()).toBeVisible()
  await page.goto('/admin?tab=settings')
  await expect(page.getByRole('row', { name: /Saw tablet/ })).toContainText('Last seen')
})

test('a report that no longer applies is shown with its reason, the others continue, and a removed tablet needs a new code', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const { name, projectId, first, second } = await addSaw(page)
  const tablet = await openTablet(browser, 'Second tablet', await addTablet(page, 'Second tablet', name))
  await tablet.context().setOffline(true)
  const [beams, legs] = [await openCard(tablet, 'Cut beams'), await openCard(tablet, 'Cut legs')]
  await beams.getByRole('button', { name: 'Start Cut beams' }).click()
  await legs.getByRole('button', { name: 'Start Cut legs' }).click()
  await send(page, 'PUT', `/project-operations/projects/${projectId}/operations/${first}`, { progressPercentage: 100 })
  await tablet.context().setOffline(false)
  await expect(tablet.getByRole('alert')).toContainText('Not accepted: Cut beams, started. It is done already.')
  const statusOf = async () =>
    (await read<{ status: string }>(page, `/project-operations/projects/${projectId}/operations/${second}`)).status
  await expect.poll(statusOf).toBe('In Progress')
  await tablet.getByRole('alert').getByRole('button', { name: 'OK' }).click()
  await expect(tablet.getByRole('alert')).toHaveCount(0)

  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'Remove Second tablet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Device removed')).toBeVisible()
  await legs.getByRole('button', { name: '25 %' }).click()
  await expect(tablet.getByText('This device was signed out.')).toBeVisible()
  await expect(tablet.getByText('Cut legs, 25 %')).toBeVisible()
  expect(await tablet.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('floor:')))).toEqual([])
})

test('a reporter uses the shop floor with their own session, also without a network, and history names the person', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const { name, projectId, first } = await addSaw(page)
  const phone = await openReporter(page, browser)
  expect([...(await accessibilityFaults(phone)), ...(await darkColorFaults(phone))]).toEqual([])
  await phone.getByRole('button', { name: 'Use it as Ben Ito' }).press('Enter')
  await expect(phone.getByRole('heading', { name: 'Which work do you want to see?' })).toBeFocused()
  await phone.getByRole('checkbox', { name }).press('Space')
  expect([...(await accessibilityFaults(phone)), ...(await darkColorFaults(phone))]).toEqual([])
  await phone.getByRole('button', { name: 'Show work' }).press('Enter')
  await expect(phone.getByRole('heading', { name: 'Ben Ito' })).toBeFocused()
  const beams = await openCard(phone, 'Cut beams')
  await beams.getByRole('button', { name: 'Start Cut beams' }).click()
  const path = `/project-operations/projects/${projectId}/operations/${first}`
  const stored = () => read<{ status: string; progressPercentage: number; notes: string }>(page, path)
  await expect.poll(async () => (await stored()).status).toBe('In Progress')
  expect([...(await accessibilityFaults(phone)), ...(await darkColorFaults(phone))]).toEqual([])

  // From here on the service worker handles the page from its first request.
  await phone.reload()
  await shellIsKept(phone)
  await phone.context().setOffline(true)
  await beams.getByRole('button', { name: '50 %' }).click()
  await beams.getByRole('button', { name: 'Note on Cut beams' }).click()
  await phone.getByRole('dialog').getByLabel('Note').fill('Changed the blade')
  await phone.getByRole('button', { name: 'Add note' }).click()
  await phone.reload()
  await expect(phone.getByText('2 reports wait to be sent.')).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'Ben Ito' })).toBeVisible()
  expect((await stored()).progressPercentage).toBe(0)

  await phone.context().setOffline(false)
  await expect(phone.getByText(/wait to be sent/)).toHaveCount(0)
  await expect.poll(async () => (await stored()).notes).toBe('Ben Ito: Changed the blade')
  expect((await stored()).progressPercentage).toBe(50)
  interface Entry {
    readonly userName: string
    readonly source: string
  }
  const { entries } = await read<{ entries: Entry[] }>(page, `/history?entityId=${first}`)
  const reporters = entries.filter(({ source }) => source === 'floor').map(({ userName }) => userName)
  expect(reporters).toEqual(['Ben Ito', 'Ben Ito', 'Ben Ito'])

  await phone.getByRole('button', { name: 'Leave' }).click()
  await expect(phone.getByRole('heading', { name: 'Shop floor' })).toBeFocused()
  await phone.goto('/projects')
  await expect(phone.getByRole('button', { name: 'Account' })).toBeVisible()
})
