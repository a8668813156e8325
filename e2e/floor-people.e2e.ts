import { accessibilityFaults } from './support/accessibility-faults.ts'
import { type Browser, expect, type Page, test } from './support/journey.ts'
import { toastWith } from './support/kanban-board.ts'
import { send } from './support/open-shop.ts'
import { shopOrigin } from './support/ports.ts'
import { signInAs } from './support/sign-in-as.ts'

const read = async <T>({ request }: Page, path: string): Promise<T> =>
  (await request.get(`${shopOrigin}/api${path}`)).json()

/** A new work center with one operation of 40 pieces for today, and a person with a code, whom tablets ask for. */
const addPaintShop = async (page: Page, { center, code, badge }: Record<'center' | 'code' | 'badge', string>) => {
  const { categoryId } = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: center })
  const { projectId } = await send<{ projectId: string }>(page, 'POST', '/projects', {
    projectName: 'Gantry',
    currentPhase: 'production',
    plannedShipDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const work = { categoryId, durationHours: 40, quantity: 40, pinned: true }
  const operationId = crypto.randomUUID()
  await send(page, 'POST', `/project-operations/projects/${projectId}/operations/batch`, [
    { operationId, name: 'Paint', ...work, scheduledStartDate: at(0), scheduledEndDate: at(40) },
  ])
  await send(page, 'POST', '/workers', { name: 'Ana Silva', code, badge })
  const { version } = await read<{ version: number }>(page, '/organisation')
  await send(page, 'PUT', '/organisation', { floorIdentification: 'required' }, { 'If-Match': String(version) })
  const { pairingCode } = await send<{ pairingCode: string }>(page, 'POST', '/floor-devices', {
    name: 'Paint tablet',
    categoryIds: [categoryId],
  })
  return { projectId, operationId, categoryId, pairingCode }
}

const openTablet = async (browser: Browser, code: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })
  const tablet = await context.newPage()
  await tablet.goto(`/floor#${code}`)
  await tablet.getByRole('button', { name: 'Sign in this device' }).tap()
  await expect(tablet.getByRole('heading', { name: 'Paint tablet' })).toBeVisible()
  return tablet
}

const tapCode = async (tablet: Page, code: string) => {
  const who = tablet.getByRole('dialog', { name: 'Who are you?' })
  for (const digit of code) await who.getByRole('button', { name: digit, exact: true }).tap()
  await expect(who).toHaveCount(0)
}

test('a person reports on a tablet with a badge and a code, also offline, and the reports count once', {
  tag: '@promise',
}, async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const { projectId, operationId, pairingCode } = await addPaintShop(page, {
    center: 'Paint booth',
    code: '0042',
    badge: 'BADGE-7',
  })
  const tablet = await openTablet(browser, pairingCode)
  const card = tablet.getByRole('listitem', { name: 'Paint', exact: true })
  await card.getByRole('button', { name: 'Start Paint' }).tap()
  expect(await accessibilityFaults(tablet)).toEqual([])
  // A scanner types the badge and sends Enter.
  await tablet.keyboard.type('BADGE-7')
  await tablet.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Pause Paint' }).tap()
  await tablet.getByRole('button', { name: 'Break' }).tap()
  await tapCode(tablet, '0042')
  await expect(card).toContainText('Paused')

  await expect
    .poll(() =>
      tablet.evaluate(async () =>
        (await (await caches.open('floor')).keys()).some(({ url }) => url.endsWith('/floor')),
      ),
    )
    .toBe(true)
  await tablet.context().setOffline(true)
  await card.getByRole('button', { name: 'Resume Paint' }).tap()
  await tapCode(tablet, '0042')
  await card.getByRole('button', { name: 'Pieces of Paint' }).tap()
  await tablet.getByLabel('Good').fill('12')
  await tablet.getByLabel('Scrap').fill('1')
  await tablet.getByRole('button', { name: 'Damaged' }).tap()
  expect(await accessibilityFaults(tablet)).toEqual([])
  await tablet.getByRole('button', { name: 'Report', exact: true }).tap()
  await tapCode(tablet, '0042')
  await expect(card).toContainText('12 of 40 good, 1 scrap')
  await tablet.reload()
  await expect(tablet.getByText('2 reports wait to be sent.')).toBeVisible()
  await expect(card).toContainText('12 of 40 good, 1 scrap')
  await tablet.context().setOffline(false)
  await expect(tablet.getByText(/waits? to be sent/)).toHaveCount(0)

  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  interface Reports {
    readonly good: number
    readonly scrap: number
    readonly entries: readonly { readonly kind: string; readonly workerName: string }[]
  }
  const reports = async () => {
    const { good, scrap, entries } = await read<Reports>(page, `${path}/floor-reports`)
    return { good, scrap, entries: entries.map(({ kind, workerName }) => `${kind} ${workerName}`) }
  }
  const entries = ['pieces Ana Silva', 'pause Ana Silva']
  await expect.poll(reports).toEqual({ good: 12, scrap: 1, entries })
  await card.getByRole('button', { name: 'Done: Paint' }).tap()
  await tapCode(tablet, '0042')
  await expect.poll(async () => (await read<{ status: string }>(page, path)).status).toBe('Completed')
})

test('the office pauses the work of a tablet, and a planner corrects its times and undoes that', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const { projectId, operationId, pairingCode } = await addPaintShop(page, {
    center: 'Powder booth',
    code: '0044',
    badge: 'BADGE-9',
  })
  const tablet = await openTablet(browser, pairingCode)
  await tablet.getByRole('listitem', { name: 'Paint', exact: true }).getByRole('button', { name: 'Start Paint' }).tap()
  await tapCode(tablet, '0044')
  await page.goto(`/projects/${projectId}/operations/${operationId}`)
  const panel = page.getByRole('region', { name: 'Time on work' })
  await expect(panel).toContainText(/Running since .* · Ana Silva/)
  await panel.getByRole('button', { name: 'Pause work' }).click()
  await expect(panel).toContainText('Not worked on since')

  // Two hours of yesterday that no one reported, by a choice among the people on the floor.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await panel.getByRole('button', { name: 'Add time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add time on work' })
  await dialog.getByLabel('From').fill(`${day}T10:00`)
  await dialog.getByLabel('To').fill(`${day}T12:00`)
  await dialog.getByRole('combobox', { name: 'Worker' }).fill('ana')
  await page.keyboard.press('Enter')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(panel).toContainText('Ana Silva')
  await expect(panel).toContainText('corrected')
  await panel.getByRole('button', { name: /^Correct .*10:00 AM/ }).click()
  const correction = page.getByRole('dialog', { name: 'Correct time on work' })
  await correction.getByLabel('To').fill(`${day}T11:00`)
  await correction.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toContainText(/10:00 AM – .*11:00 AM/)
  await toastWith(page, 'Time on work corrected').getByRole('button', { name: 'Undo' }).click()
  await expect(panel).toContainText(/10:00 AM – .*12:00 PM/)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the code of a traveler opens the card on a tablet, and scrap can be proposed as rework', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'admin')
  const { projectId, operationId, pairingCode } = await addPaintShop(page, {
    center: 'Spray booth',
    code: '0043',
    badge: 'BADGE-8',
  })
  await page.goto(`/projects/${projectId}`)
  await page.getByRole('link', { name: 'Traveler' }).click()
  await expect(page.getByRole('img', { name: 'QR code that opens Paint on the shop floor' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print on A4' }).click()
  await page.emulateMedia({ media: 'print' })
  const code = page.locator('[data-print]').getByRole('img', { name: /Paint/ })
  await expect(code).toBeVisible()
  const size = await code.boundingBox()
  // At least 22 mm, so that a phone reads it at arm's length.
  expect(size?.width).toBeGreaterThan((22 / 25.4) * 96)
  await page.emulateMedia({ media: null })

  const tablet = await openTablet(browser, pairingCode)
  await tablet.goto(`/floor?operation=${operationId}`)
  const card = tablet.getByRole('listitem', { name: 'Paint', exact: true })
  await expect(card.locator('[aria-expanded]')).toBeFocused()
  await expect(card.locator('[aria-expanded]')).toHaveAttribute('aria-expanded', 'true')
  await card.getByRole('button', { name: 'Start Paint' }).tap()
  await tapCode(tablet, '0043')
  await card.getByRole('button', { name: 'Pieces of Paint' }).tap()
  await tablet.getByLabel('Good').fill('12')
  await tablet.getByLabel('Scrap').fill('1')
  await tablet.getByRole('button', { name: 'Damaged' }).tap()
  await tablet.getByRole('button', { name: 'Report', exact: true }).tap()
  await tapCode(tablet, '0043')
  await expect(card).toContainText('12 of 40 good, 1 scrap')

  interface News {
    readonly title: string
    readonly subject: { readonly operationId?: string } | null
  }
  const scrapNews = async () => {
    const all = await read<readonly News[]>(page, '/notifications')
    return all.filter(({ subject }) => subject?.operationId === operationId).map(({ title }) => title)
  }
  await expect.poll(scrapNews).toEqual(['1 of 40 pieces scrapped at Paint (Damaged)'])

  // The link of the notification leads to the reports on the page of the operation.
  await page.goto(`/projects/${projectId}/operations/${operationId}#floor-reports`)
  await page.getByRole('button', { name: 'Propose rework' }).click()
  await expect(page.getByRole('heading', { name: /1 of 40 scrapped at Paint/ })).toBeVisible()
  const proposal = new URL(page.url()).pathname
  await page.goto(`/projects/${projectId}/operations/${operationId}`)
  await expect(page.getByText('The rework of 1 piece is proposed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Propose rework' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open proposal' }).click()
  await expect(page).toHaveURL(new RegExp(`${proposal}$`))
})

test('an admin prints badges, and a tablet opens scanned work that its list leaves out', async ({ page, browser }) => {
  await signInAs(page, 'admin')
  const { projectId, categoryId, pairingCode } = await addPaintShop(page, {
    center: 'Touch-up booth',
    code: '0045',
    badge: 'BADGE-10',
  })
  await page.goto('/admin?tab=settings')
  await page.getByRole('link', { name: 'Print badges' }).click()
  await expect(page.getByRole('img', { name: 'QR code of Ana Silva' }).first()).toBeVisible()
  await expect(page.getByText('BADGE-10')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print on Letter' }).click()
  await page.emulateMedia({ media: 'print' })
  const badge = page.locator('[data-print] li').filter({ hasText: 'BADGE-10' })
  await expect(badge).toBeVisible()
  // The width of a credit card: 85.6 mm.
  expect((await badge.boundingBox())?.width).toBeCloseTo((85.6 / 25.4) * 96, 0)
  await page.emulateMedia({ media: null })

  const done = crypto.randomUUID()
  const elsewhere = crypto.randomUUID()
  const path = `/project-operations/projects/${projectId}/operations/batch`
  await send(page, 'POST', path, [
    { operationId: done, name: 'Mask', categoryId, durationHours: 1, progressPercentage: 100 },
    { operationId: elsewhere, name: 'Crate', durationHours: 1 },
  ])
  const tablet = await openTablet(browser, pairingCode)
  await tablet.goto(`/floor?operation=${done}`)
  const card = tablet.getByRole('listitem', { name: 'Mask', exact: true })
  await expect(card.locator('[aria-expanded]')).toBeFocused()
  await expect(card).toContainText('It is done already. It takes notes only.')
  expect(await accessibilityFaults(tablet)).toEqual([])
  await tablet.getByRole('button', { name: 'Close' }).tap()
  await expect(card).toHaveCount(0)
  await tablet.goto(`/floor?operation=${elsewhere}`)
  await expect(tablet.getByRole('alert')).toContainText('This tablet reports at Touch-up booth.')
})
