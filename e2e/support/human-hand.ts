import type { Locator, Page } from '@playwright/test'

/** How long a person who knows what to do next takes to find and press something, and to type a key. */
const clickMs = 1_200
const keyMs = 200

/** Works like a person with mouse and keyboard, and adds up how long that person would take; waiting is measured. */
export const humanHand = (page: Page) => {
  const count = { clicks: 0, keys: 0 }
  const beganAtMs = Date.now()
  return {
    count,
    click: async (target: Locator): Promise<void> => {
      count.clicks += 1
      await target.click()
    },
    /** Clicks a field and replaces its content. */
    fill: async (field: Locator, text: string): Promise<void> => {
      count.clicks += 1
      count.keys += text.length
      await field.fill(text)
    },
    /** Types at the focus. */
    type: async (text: string): Promise<void> => {
      count.keys += text.length
      await page.keyboard.type(text)
    },
    press: async (key: string): Promise<void> => {
      count.keys += 1
      await page.keyboard.press(key)
    },
    /** Seconds for that person: the pace of the hand, and all time that the page took. */
    seconds: (): number => (count.clicks * clickMs + count.keys * keyMs + Date.now() - beganAtMs) / 1_000,
  }
}
