import { expect, type Locator, type Page, test, withMotion } from './support/journey.ts'
import { column, openBoard, pick, pickUp, said } from './support/kanban-board.ts'
import { signInAs } from './support/sign-in-as.ts'

test.use(withMotion)

// Four columns are fully visible and half of Shipped.
test.use({ viewport: { width: 1470, height: 900 } })
test.beforeEach(async ({ page }) => {
  await signInAs(page, 'planner')
  await openBoard(page)
})

const edges = (target: Locator) =>
  target.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return { left: Math.round(left), right: Math.round(right) }
  })
/** Waits for this many frames. */
const frames = (page: Page, count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let drawn = 0
        const next = () => {
          drawn += 1
          if (drawn >= wanted) resolve()
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    count,
  )

test('a half-visible column scrolls into view under a dragged card and accepts it', async ({ page }) => {
  const { card, in: inColumn } = await pick(page, 'complete')
  const shipped = column(page, 'shipped')
  const before = await edges(shipped)
  expect(before.left).toBeLessThan(1400)
  expect(before.right).toBeGreaterThan(1470)
  await pickUp(page, card)
  await page.mouse.move(1400, 500, { steps: 8 })
  await expect.poll(async () => (await edges(shipped)).right).toBe(1470)
  await frames(page, 90)
  expect((await edges(shipped)).right).toBe(1470)
  await expect(shipped.getByText('✓ Drop here')).toBeVisible()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Ship Project' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(inColumn('complete')).toBeVisible()
})

test('a card dragged to the edge scrolls to the next column, and returns if a cancellation is not confirmed', async ({
  page,
}) => {
  const { card, in: inColumn, title } = await pick(page, 'complete')
  await pickUp(page, card)
  await page.mouse.move(1465, 500, { steps: 8 })
  const cancelled = column(page, 'cancelled')
  await expect.poll(async () => (await edges(cancelled)).right).toBeLessThanOrEqual(1470)
  await page.mouse.move(1300, 500, { steps: 4 })
  await expect(cancelled.getByText('✓ Drop here')).toBeVisible()
  await page.mouse.up()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Project' })
  await expect(inColumn('cancelled').getByText('Confirming cancellation')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Project' }).click()
  await expect(inColumn('complete')).toHaveCount(1)
  await expect(inColumn('complete')).toBeFocused()
  await expect(said(page, `Project ${title} went back to Complete`)).toHaveCount(1)
})
