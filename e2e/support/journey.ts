import { type Browser, test as base } from '@playwright/test'
import { clockOffsetMs, shiftDate } from '#testing/test-clock.ts'
import { shopsPort } from './ports.ts'

export * from '@playwright/test'

let served: { readonly file: string; readonly sharesShop: boolean } | null = null

/** Every page of every context uses the clock of the tests, like the servers. */
const withTestClock = (browser: Browser): Browser => {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(shiftDate, clockOffsetMs)
    return context
  }
  return browser
}

/** For `test.use` in files that drag cards or bars: the page is animated as for most people. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

export interface ShopOptions {
  /** Whether the shop has another organization with 20,000 operations. It takes long to create, so few files request it. */
  withBigShop: boolean
  /** Whether the file leaves the demo organizations unchanged, so that the next such file can use the same shop. */
  sharesShop: boolean
  freshShop: undefined
}

/** A journey. The journeys of one file share a shop, which is new when the first begins, unless only other sharing files have used it. */
export const test = base.extend<ShopOptions, { browser: Browser }>({
  withBigShop: [false, { option: true }],
  sharesShop: [false, { option: true }],
  browser: [({ browser }, use) => use(withTestClock(browser)), { scope: 'worker' }],
  page: async ({ page }, use) => {
    await use(page)
    // A request still handled by a route when the journey ends would fail the next journey.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  freshShop: [
    async ({ withBigShop, sharesShop }, use, { file, parallelIndex }) => {
      if (served?.file !== file && !(sharesShop && served?.sharesShop)) {
        const address = `http://localhost:${shopsPort}/${parallelIndex}/${withBigShop ? 'big' : 'fresh'}`
        const answer = await fetch(address, { method: 'POST' })
        if (!answer.ok) throw new Error(await answer.text())
      }
      served = { file, sharesShop }
      await use(undefined)
    },
    { auto: true, timeout: 180_000 },
  ],
})
