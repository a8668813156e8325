import { expect, type Page, test, withMotion } from './support/journey.ts'
import { carryTo, column, pick, pickUp, toastWith } from './support/kanban-board.ts'
import { signInAs } from './support/sign-in-as.ts'

test.use(withMotion)

/** The board, with an open socket for changes by others. */
const openLiveBoard = async (page: Page) => {
  const hears = new Promise<void>((resolve) => {
    // The previous page may open a socket too, and closes it before receiving anything.
    page.on('framenavigated', (frame) => {
      if (!frame.url().endsWith('/kanban')) return
      page.on('websocket', (socket) => socket.once('framereceived', () => resolve()))
    })
  })
  await page.goto('/kanban', { waitUntil: 'commit' })
  await hears
  await expect(page.locator('[data-card]').first()).toBeVisible()
}

test("another planner's move appears within a second and does not disturb a dragged card", async ({
  browser,
  page,
}) => {
  // Tall enough to render every card of a column.
  const viewport = { width: 1440, height: 3600 }
  await page.setViewportSize(viewport)
  await signInAs(page, 'planner')
  const theirs = await (await browser.newContext({ viewport })).newPage()
  await signInAs(theirs, 'admin')
  for (const board of [page, theirs]) await openLiveBoard(board)
  const mine = await pick(page, 'engineering', 3)
  const other = await pick(theirs, 'submittals', 1)
  const last = await pick(theirs, 'submittals', 2)
  const hereIn = async ({ card }: typeof other, place: string) =>
    column(page, place).locator(`[data-card="${await card.getAttribute('data-card')}"]`)
  await mine.card.hover({ position: { x: 100, y: 20 } })
  await pickUp(page, mine.card)
  await carryTo(page, column(page, 'production'))
  await other.card.focus()
  await theirs.keyboard.press('ArrowRight')
  const movedAtMs = performance.now()
  await expect(await hereIn(other, 'engineering')).toHaveCount(1)
  // Logged, not asserted, because the machine may be busy.
  console.log(`live on the board after ${Math.round(performance.now() - movedAtMs)} ms`)
  await expect(mine.in('engineering')).toHaveCount(1)
  await expect(column(page, 'production').getByText('✓ Drop here')).toBeVisible()

  // The other planner now moves the very card that is being dragged: it stays with the pointer, and a drop where the
  // other one put it raises no question.
  const same = theirs.locator(`[data-card="${await mine.card.getAttribute('data-card')}"]`)
  await same.focus()
  await theirs.keyboard.press('ArrowRight')
  await expect(toastWith(theirs, 'Project moved to Production')).toBeVisible()
  // A later change of theirs has arrived, so this one has too.
  await last.card.focus()
  await theirs.keyboard.press('ArrowRight')
  await expect(await hereIn(last, 'engineering')).toHaveCount(1)
  await expect(mine.in('engineering')).toHaveCount(1)
  await carryTo(page, column(page, 'production'))
  await page.mouse.up()
  await expect(mine.in('production')).toHaveCount(1)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // Undone by keyboard, because the toast with its Undo may have closed.
  for (const place of ['submittals', 'engineering']) {
    await theirs.keyboard.press('Control+z')
    await expect(place === 'submittals' ? await hereIn(last, place) : mine.in(place)).toHaveCount(1)
  }
})
