import { expect, test, withMotion } from './support/journey.ts'
import { cards, carryTo, column, openBoard, pick, pickUp, said, toastWith, undo } from './support/kanban-board.ts'
import { signInAs } from './support/sign-in-as.ts'

test.use(withMotion)

/** The point where `pickUp` presses: reachable for the pointer when the card is at rest with nothing over it. */
const grip = { position: { x: 100, y: 20 } }

test.describe('the project board', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'planner')
    await openBoard(page)
  })

  test('the board shows its title and the number of projects', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Project Lifecycle' })).toBeVisible()
    await expect(page.getByText('Drag and drop to update phases')).toBeVisible()
    await expect(page.getByText(/^\d+ project\(s\) across 7 phases$/)).toBeVisible()
    const titles = ['Submittals', 'Engineering', 'Production', 'Complete', 'Shipped', 'On Hold', 'Cancelled']
    await expect(page.locator('[data-column] h2')).toHaveText(titles)
  })

  test('a card dragged to another phase stays there until Undo moves it back', { tag: '@promise' }, async ({
    page,
  }) => {
    const { card, in: inColumn, title } = await pick(page, 'engineering')
    await card.hover(grip)
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

  test('a column that does not accept a dragged card says so, and a drop there changes nothing', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'production')
    const writes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()))
    await card.hover(grip)
    await pickUp(page, card)
    await expect(column(page, 'submittals').getByText('✗ Cannot drop here')).toBeVisible()
    await carryTo(page, column(page, 'submittals'))
    await page.mouse.up()
    await expect(toastWith(page, 'Invalid move - this transition is not allowed')).toBeVisible()
    await expect(inColumn('production')).toBeVisible()
    expect(writes).toEqual([])
  })

  test('a drop at the same position or outside all columns is announced', async ({ page }) => {
    const { card } = await pick(page, 'engineering')
    await card.hover(grip)
    await pickUp(page, card)
    await carryTo(page, column(page, 'engineering'))
    await page.mouse.up()
    await expect(said(page, 'Item position unchanged')).toHaveCount(1)
    await card.hover(grip)
    await pickUp(page, card)
    await page.mouse.move(700, 20, { steps: 5 })
    await page.mouse.up()
    await expect(said(page, 'Item dropped outside a droppable area')).toHaveCount(1)
  })

  test('the shipment dialog warns of a late ship date and saves it, and canceling it restores the board', async ({
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
    const year = Number(today.slice(0, 4))
    await day.fill(`${year - 1}-01-05`)
    await expect(dialog.getByText('Enter the actual date the project was shipped')).toBeVisible()
    await day.fill(`${year + 5}-03-04`)
    await expect(dialog.getByText('The actual ship date cannot be later than today.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Confirm Shipment' })).toHaveAttribute('aria-disabled', 'true')
    await day.fill(today)
    await expect(dialog.getByText('Shipping later than planned')).toBeVisible()
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      dialog.getByRole('button', { name: 'Confirm Shipment' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({
      CurrentPhase: 'shipped',
      ActualShipDate: expect.stringContaining(`${today}T`),
    })
    expect(request.headers()['if-match']).toBeDefined()
    await expect(toastWith(page, 'Project shipped successfully!')).toBeVisible()
    await undo(page, 'Project shipped successfully!')
    await expect(inColumn('production')).toHaveCount(1)
  })

  test('a project is completed only after a confirmation', async ({ page }) => {
    const { card, in: inColumn } = await pick(page, 'production', 2)
    await card.hover(grip)
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
    const { promise: seenMoved, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/projects/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await seenMoved
      await route.fulfill({ status: 500, json: { error: 'Something broke', code: 'internal', requestId: 'r1' } })
    })
    await card.focus()
    await page.keyboard.press('ArrowRight')
    await expect(inColumn('production')).toHaveCount(1)
    answer()
    await expect(toastWith(page, 'Failed to update project')).toBeVisible()
    await expect(inColumn('engineering')).toHaveCount(1)
    await expect.poll(() => logged).toContain('Failed to update project phase in database')
  })

  test('arrow keys move a card together with the focus, and Enter opens its progress', { tag: '@promise' }, async ({
    page,
  }) => {
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

  test('the menu of a card moves it, except to its own phase or to a forbidden one', async ({ page }) => {
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

  test("the board's address preserves search, filters, collapsed columns and density", async ({ page }) => {
    const { title } = await pick(page, 'production', 3)
    await page.getByRole('searchbox', { name: 'Search cards' }).fill(title)
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(page.getByText('1 project(s) across 7 phases')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 project(s) across 7 phases')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search cards' }).fill('no such project')
    await expect(page.getByText('No project matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Collapse Production' }).click()
    await expect(page).toHaveURL(/collapsed=/)
    await expect(page.getByRole('button', { name: /^Expand Production/ })).toBeVisible()
    await page.getByText('By status').click()
    await expect(page.locator('[data-column] h2')).toHaveText(['New', 'In Progress', 'On Hold', 'Completed'])
  })
})
