import { expect, test } from './support/journey.ts'
import { cards, carryTo, column, openBoard, pick, pickUp, said, toastWith, undo } from './support/kanban-board.ts'
import { signInAs } from './support/sign-in-as.ts'

test('operation cards change their status, report progress and are restored by Undo', async ({ page }) => {
  await signInAs(page, 'planner')
  await openBoard(page, '?view=operation&group=status')
  await expect(page.getByRole('heading', { level: 1, name: 'Operation Lifecycle' })).toBeVisible()
  const { card, in: inColumn, title } = await pick(page, 'not_started')
  await card.hover({ position: { x: 100, y: 20 } })
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
  // The progress depends on the day.
  const slider = dialog.getByRole('slider')
  const before = Number(await slider.getAttribute('aria-valuenow'))
  const after = before < 95 ? before + 5 : before - 5
  await slider.press(after > before ? 'ArrowRight' : 'ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuenow', String(after))
  await dialog.getByRole('button', { name: 'Save Progress' }).click()
  await expect(said(page, `Updated progress of ${started.title} to ${after}%`)).toHaveCount(1)
  await expect(started.card.getByText(`${after} %`, { exact: true })).toBeVisible()
  await undo(page, 'Progress updated')
  await expect(started.card.getByText(`${before} %`, { exact: true })).toBeVisible()
})

test('an operation dropped on another one of its project takes that position in the sequence', async ({ page }) => {
  await signInAs(page, 'planner')
  // Work of a project in engineering has never started, whatever the day.
  const projects: { projectNumber: string; currentPhase: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  const number = `#${projects.find(({ currentPhase }) => currentPhase === 'engineering')?.projectNumber}`
  await openBoard(page, `?view=operation&group=status&q=${encodeURIComponent(number)}`)
  const { card, title } = await pick(page, 'not_started')
  await cards(page, 'not_started').nth(2).hover()
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
