import { expect, type Locator, type Page, test } from '@playwright/test'
import { accessibilityFaults, colourRules } from './support/accessibility-faults.ts'
import { signInAs } from './support/sign-in-as.ts'

const column = (page: Page, id: string) => page.locator(`[data-column=${id}]`)
const cards = (page: Page, id: string) => column(page, id).locator('[data-card]')
/** What screen readers are told. */
const said = (page: Page, text: string | RegExp) => page.locator('[aria-live=polite]').filter({ hasText: text })
const toastWith = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

const openBoard = async (page: Page, search = '') => {
  await page.goto(`/kanban${search}`)
  await expect(page.locator('[data-card]').first()).toBeVisible()
}

/** The card by its id, wherever it stands, and its title. */
const pick = async (page: Page, from: string, nth = 0) => {
  const card = cards(page, from).nth(nth)
  const id = await card.getAttribute('data-card')
  const title = (await card.getAttribute('aria-label'))?.replace(/^#\S+ /, '') ?? ''
  return {
    card: page.locator(`[data-card="${id}"]`),
    in: (place: string) => column(page, place).locator(`[data-card="${id}"]`),
    title,
  }
}

const pickUp = async (page: Page, card: Locator) => {
  const box = await card.boundingBox()
  if (!box) throw new Error('The card is not on screen')
  await page.mouse.move(box.x + 100, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 110, box.y + 24, { steps: 3 })
}

const carryTo = async (page: Page, target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('The column is not on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + 260, { steps: 8 })
}

const undo = async (page: Page, sentence: string) => {
  await toastWith(page, sentence).getByRole('button', { name: 'Undo' }).click()
}

test.describe('the board of projects', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'planner')
    await openBoard(page)
  })

  test('says what it is and counts its projects', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Project Lifecycle' })).toBeVisible()
    await expect(page.getByText('Drag and drop to update phases')).toBeVisible()
    await expect(page.getByText(/^\d+ project\(s\) across 7 phases$/)).toBeVisible()
    const titles = ['Submittals', 'Engineering', 'Production', 'Complete', 'Shipped', 'On Hold', 'Cancelled']
    await expect(page.locator('[data-column] h2')).toHaveText(titles)
  })

  test('a card dragged to another phase is there at once and stays; Undo takes it back', async ({ page }) => {
    const { card, in: inColumn, title } = await pick(page, 'engineering')
    await pickUp(page, card)
    await expect(said(page, `Started dragging ${title} from Engineering`)).toHaveCount(1)
    await carryTo(page, column(page, 'production'))
    await expect(column(page, 'production').getByText('✓ Drop here')).toBeVisible()
    await page.mouse.up()
    await expect(inColumn('production')).toBeVisible()
    await expect(said(page, `Moved project ${title} from Engineering to Production`)).toHaveCount(1)
    await expect(toastWith(page, 'Project moved to Production')).toBeVisible()
    await undo(page, 'Project moved to Production')
    await expect(inColumn('engineering')).toBeVisible()
    await page.reload()
    await expect(inColumn('engineering')).toBeVisible()
  })

  test('refused columns say so while dragging, and a drop there changes nothing', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'production')
    const writes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()))
    await pickUp(page, card)
    await expect(column(page, 'submittals').getByText('✗ Cannot drop here')).toBeVisible()
    await carryTo(page, column(page, 'submittals'))
    await page.mouse.up()
    await expect(toastWith(page, 'Invalid move - this transition is not allowed')).toBeVisible()
    await expect(inColumn('production')).toBeVisible()
    expect(writes).toEqual([])
  })

  test('the same place and no place at all are told', async ({ page }) => {
    const { card } = await pick(page, 'engineering')
    await pickUp(page, card)
    await carryTo(page, column(page, 'engineering'))
    await page.mouse.up()
    await expect(said(page, 'Item position unchanged')).toHaveCount(1)
    await pickUp(page, card)
    await page.mouse.move(700, 20, { steps: 5 })
    await page.mouse.up()
    await expect(said(page, 'Item dropped outside a droppable area')).toHaveCount(1)
  })

  test('shipping asks for the day, warns of a later one and saves it; cancelling restores the board', async ({
    page,
  }) => {
    const { card, in: inColumn, title } = await pick(page, 'production', 1)
    const ship = async () => {
      await card.getByRole('button', { name: /^Menu of/ }).click()
      await page.getByRole('menuitem', { name: 'Shipped' }).click()
    }
    await ship()
    const dialog = page.getByRole('dialog', { name: 'Ship Project' })
    await expect(dialog.getByText(title)).toBeVisible()
    await expect(dialog.getByText(/Planned Ship Date:/)).toBeVisible()
    const day = dialog.getByLabel('Actual Ship Date')
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    await expect(day).toHaveValue(today)
    await expect(page.getByText('Confirming shipment')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(inColumn('production')).toBeVisible()

    await ship()
    await day.fill('')
    await expect(dialog.getByRole('button', { name: 'Confirm Shipment' })).toHaveAttribute('aria-disabled', 'true')
    await day.fill('2026-01-05')
    await expect(dialog.getByText('Enter the actual date the project was shipped')).toBeVisible()
    await day.fill('2031-03-04')
    await expect(dialog.getByText('Shipping later than planned')).toBeVisible()
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      dialog.getByRole('button', { name: 'Confirm Shipment' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({
      CurrentPhase: 'shipped',
      ActualShipDate: expect.stringMatching(/^2031-03-04T/),
    })
    expect(request.headers()['if-match']).toBeDefined()
    await expect(toastWith(page, 'Project shipped successfully!')).toBeVisible()
    await undo(page, 'Project shipped successfully!')
    await expect(inColumn('production')).toHaveCount(1)
  })

  test('completing asks first', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'production', 2)
    await pickUp(page, card)
    await carryTo(page, column(page, 'complete'))
    await page.mouse.up()
    await expect(inColumn('complete').getByText('Confirming completion')).toBeVisible()
    await page.getByRole('dialog', { name: 'Complete Project' }).getByRole('button', { name: 'Mark Complete' }).click()
    await expect(toastWith(page, 'Project completed successfully!')).toBeVisible()
    await undo(page, 'Project completed successfully!')
    await expect(inColumn('production')).toHaveCount(1)
  })

  test('a failed save restores the board', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'engineering', 1)
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await page.route('**/api/projects/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await new Promise((done) => setTimeout(done, 400))
      await route.fulfill({ status: 500, json: { error: 'Something broke', code: 'internal', requestId: 'r1' } })
    })
    await card.focus()
    await page.keyboard.press('ArrowRight')
    await expect(inColumn('production')).toHaveCount(1)
    await expect(toastWith(page, 'Failed to update project')).toBeVisible()
    await expect(inColumn('engineering')).toHaveCount(1)
    expect(logged).toContain('Failed to update project phase in database')
  })

  test('arrow keys move a card and the focus goes with it; Enter opens its progress', async ({ page }) => {
    const { card, in: inColumn, title } = await pick(page, 'engineering', 2)
    await card.focus()
    await page.keyboard.press('ArrowRight')
    await expect(inColumn('production')).toBeFocused()
    await expect(said(page, `Moved project ${title} from Engineering to Production`)).toHaveCount(1)
    await expect(toastWith(page, 'Project moved to Production')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(inColumn('engineering')).toBeFocused()
    await expect(toastWith(page, 'Project moved to Engineering')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(inColumn('engineering')).not.toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Update Progress' })).toBeVisible()
  })

  test('the menu moves, and offers neither the current phase nor refused ones', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'submittals')
    await card.getByRole('button', { name: /^Menu of/ }).click()
    await expect(page.getByText('Move to phase:')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /Submittals/ })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('menuitem', { name: 'Engineering' }).click()
    await expect(inColumn('engineering')).toHaveCount(1)
    await expect(inColumn('engineering')).toBeFocused()
    await undo(page, 'Project moved to Engineering')
    await expect(inColumn('submittals')).toHaveCount(1)
    await cards(page, 'production')
      .first()
      .getByRole('button', { name: /^Menu of/ })
      .click()
    await expect(page.getByRole('menuitem', { name: /Submittals not allowed/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test('search, filters, folding and density stand in the address', async ({ page }) => {
    const { title } = await pick(page, 'production', 3)
    await page.getByRole('searchbox', { name: 'Search cards' }).fill(title)
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(page.getByText('1 project(s) across 7 phases')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 project(s) across 7 phases')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search cards' }).fill('no such project')
    await expect(page.getByText('No project matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Fold Production' }).click()
    await expect(page).toHaveURL(/collapsed=/)
    await expect(page.getByRole('button', { name: /^Unfold Production/ })).toBeVisible()
    await page.getByText('By status').click()
    await expect(page.locator('[data-column] h2')).toHaveText(['New', 'In Progress', 'On Hold', 'Completed'])
  })
})

test('operations move by status, report progress, and can be taken back', async ({ page }) => {
  await signInAs(page, 'planner')
  await openBoard(page, '?view=operation&group=status')
  await expect(page.getByRole('heading', { level: 1, name: 'Operation Lifecycle' })).toBeVisible()
  const { card, in: inColumn, title } = await pick(page, 'not_started')
  await pickUp(page, card)
  await carryTo(page, column(page, 'in_progress'))
  await page.mouse.up()
  await expect(inColumn('in_progress')).toHaveCount(1)
  await expect(toastWith(page, `${title} moved to In Progress`)).toBeVisible()
  await undo(page, `${title} moved to In Progress`)
  await expect(inColumn('not_started')).toHaveCount(1)

  const started = await pick(page, 'in_progress')
  await started.card.getByRole('button', { name: /^Edit progress of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Progress' })
  await dialog.getByRole('slider').press('End')
  await dialog.getByRole('slider').press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Save Progress' }).click()
  await expect(said(page, `Updated progress of ${started.title} to 95%`)).toHaveCount(1)
  await expect(started.card.getByText('95 %')).toBeVisible()
  await undo(page, 'Progress updated')
  await expect(started.card.getByText('95 %')).toHaveCount(0)
})

test('an operation let go on another one of its project takes its place in the sequence', async ({ page }) => {
  await signInAs(page, 'planner')
  await openBoard(page, '?view=operation&group=status')
  const number = (await cards(page, 'not_started').first().getAttribute('aria-label'))?.split(' ')[0] ?? ''
  await openBoard(page, `?view=operation&group=status&q=${encodeURIComponent(number)}`)
  const { card, title } = await pick(page, 'not_started')
  const third = await cards(page, 'not_started').nth(2).boundingBox()
  if (!third) throw new Error('Too few operations')
  const order = () => cards(page, 'not_started').evaluateAll((all) => all.slice(0, 3).map((item) => item.ariaLabel))
  const before = await order()
  await pickUp(page, card)
  await page.mouse.move(third.x + 100, third.y + 30, { steps: 6 })
  await page.mouse.up()
  await expect(said(page, `Reordered ${title} within Not Started`)).toHaveCount(1)
  await expect.poll(order).toEqual([before[1], before[2], before[0]])
  await undo(page, `${title} reordered`)
  await expect.poll(order).toEqual(before)
})

test('says that it loads, and what went wrong when it cannot', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.route('**/api/projects', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000))
    await route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden', requestId: 'r1' } })
  })
  await page.goto('/kanban')
  await expect(page.getByText('Loading Kanban board...')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await expect(page.getByText('Something went wrong')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})

test("another planner's move appears within a second and leaves a card in the hand alone", async ({
  browser,
  page,
}) => {
  // High enough for every card of a column to be drawn.
  const viewport = { width: 1440, height: 3600 }
  await page.setViewportSize(viewport)
  await signInAs(page, 'planner')
  const theirs = await (await browser.newContext({ viewport })).newPage()
  await signInAs(theirs, 'admin')
  for (const board of [page, theirs]) await openBoard(board)
  // Both sockets are open before anything moves.
  await page.waitForTimeout(1_500)
  const mine = await pick(page, 'engineering', 3)
  const other = await pick(theirs, 'submittals', 1)
  const id = await other.card.getAttribute('data-card')
  await pickUp(page, mine.card)
  await carryTo(page, column(page, 'production'))
  await other.card.focus()
  await theirs.keyboard.press('ArrowRight')
  await expect(column(page, 'engineering').locator(`[data-card="${id}"]`)).toHaveCount(1, { timeout: 1_000 })
  await expect(mine.in('engineering')).toHaveCount(1)
  await expect(column(page, 'production').getByText('✓ Drop here')).toBeVisible()

  // Now the very card in the hand is moved by the other one: it stays in the hand, and its drop is refused as overtaken.
  const same = theirs.locator(`[data-card="${await mine.card.getAttribute('data-card')}"]`)
  await same.focus()
  await theirs.keyboard.press('ArrowRight')
  await expect(toastWith(theirs, 'Project moved to Production')).toBeVisible()
  await page.waitForTimeout(800)
  await expect(mine.in('engineering')).toHaveCount(1)
  await carryTo(page, column(page, 'production'))
  await page.mouse.up()
  await expect(toastWith(page, 'The board now shows what holds.')).toBeVisible()
  await expect(mine.in('production')).toHaveCount(1)
  await undo(theirs, 'Project moved to Production')
  await expect(mine.in('engineering')).toHaveCount(1)
  await undo(theirs, 'Project moved to Engineering')
})

for (const theme of ['light', 'dark'] as const) {
  test(`the board has no serious accessibility fault in any state (${theme})`, async ({ page }) => {
    const rules = theme === 'dark' ? colourRules : undefined
    await page.addInitScript((dark) => localStorage.setItem('darkMode', String(dark)), theme === 'dark')
    await signInAs(page, 'planner')
    await openBoard(page)
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    const { card } = await pick(page, 'production')
    await card.getByRole('button', { name: /^Show more/ }).click()
    await card.getByRole('button', { name: /^Menu of/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.getByRole('menuitem', { name: 'Shipped' }).click()
    await expect(page.getByRole('dialog', { name: 'Ship Project' })).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await card.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Complete' }).click()
    await expect(page.getByRole('dialog', { name: 'Complete Project' })).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Update Progress' })).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openBoard(page, '?density=compact&collapsed=["complete"]&group=status')
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await openBoard(page, '?view=operation')
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.goto('/kanban?q=nothing-is-called-this')
    await expect(page.getByText('No project matches')).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
    await page.route('**/api/projects', (route) => route.fulfill({ json: [] }))
    await page.goto('/kanban')
    await expect(page.getByText('No projects available')).toBeVisible()
    await expect(page.getByText('Create a project to get started with the Kanban board.')).toBeVisible()
    expect(await accessibilityFaults(page, { rules })).toEqual([])
  })
}
