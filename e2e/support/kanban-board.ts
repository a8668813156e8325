import { expect, type Locator, type Page } from '@playwright/test'

export const column = (page: Page, id: string) => page.locator(`[data-column=${id}]`)
export const cards = (page: Page, id: string) => column(page, id).locator('[data-card]')
/** Announcements for screen readers. */
export const said = (page: Page, text: string | RegExp) => page.locator('[aria-live=polite]').filter({ hasText: text })
export const toastWith = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

export const openBoard = async (page: Page, search = '') => {
  await page.goto(`/kanban${search}`)
  await expect(page.locator('[data-card]').first()).toBeVisible()
}

/** The card by its id, wherever it is, and its title. */
export const pick = async (page: Page, from: string, nth = 0) => {
  const card = cards(page, from).nth(nth)
  const id = await card.getAttribute('data-card')
  const title = (await card.getAttribute('aria-label'))?.replace(/^#\S+ /, '') ?? ''
  return {
    card: page.locator(`[data-card="${id}"]`),
    in: (place: string) => column(page, place).locator(`[data-card="${id}"]`),
    title,
  }
}

export const pickUp = async (page: Page, card: Locator) => {
  // Waits until it is at rest.
  await card.hover()
  const box = await card.boundingBox()
  if (!box) throw new Error('The card is not on screen')
  await page.mouse.move(box.x + 100, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 110, box.y + 24, { steps: 3 })
}

export const carryTo = async (page: Page, target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('The column is not on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + 260, { steps: 8 })
}

export const undo = async (page: Page, sentence: string) => {
  await toastWith(page, sentence).getByRole('button', { name: 'Undo' }).click()
}
