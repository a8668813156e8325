/** `npm run bench:ui -- operations`: the real product with 100,000 operations, including its server, its database and its screen. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoPassword } from '#server/services/tenants/find-demo.ts'
import { type Figures, machineLoad, medians } from '../figures.ts'
import { countNodes, cpuOf, heapMb, openBrowser } from '../measure-page.ts'
import { scrollFigures } from '../table/scroll-table.ts'
import { ourParts } from '../table/table-parts.ts'
import { pageTools } from './page-tools.ts'
import { startProduct } from './start-product.ts'

const rounds = 3
const pictures = join(import.meta.dirname, '../../../../.pictures')
const row = 'tr[data-row]'

/** Signs in as the admin of the organization, and stores what the page would store. */
const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email Address').fill('admin@big-shop-5000-x-20.example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

/** Server times of each list since the last call, including the local transfer. */
const answersMs = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/operations?'))
    performance.clearResourceTimings()
    return asked.map((entry) => (entry as PerformanceResourceTiming).responseEnd - entry.startTime)
  })

const measure = async (page: Page, url: string): Promise<Figures> => {
  const load = await cpuOf(page, async () => {
    await page.goto(`${url}/operations`, { waitUntil: 'commit' })
    return page.evaluate((rows) => window.paintTools.paintedWhen(() => document.querySelector(rows) !== null), row)
  })
  const firstAnswerMs = Math.max(...(await answersMs(page)))
  await page.evaluate((rows) => {
    const picked = () => document.querySelector(`${rows}[aria-selected=true]`) !== null
    Object.assign(window, { latency: window.paintTools.untilPainted('click', picked) })
  }, row)
  await page.click(`${row} input[type=checkbox]`)
  const clickMs = await page.evaluate(() => (window as unknown as { latency: Promise<number> }).latency)
  await page.keyboard.press('Escape')
  const scroll = await scrollFigures(page, ourParts, join(pictures, 'bench-operations.png'))
  const pagesMs = await answersMs(page)
  const nodes = await countNodes(page, 'body')
  const heap = await heapMb(page)
  /** Time from requesting another list to its first row. */
  const narrowed = async (act: () => Promise<unknown>): Promise<number> => {
    await act()
    await page.waitForResponse((response) => response.url().includes('/api/operations?'))
    await page.waitForTimeout(500)
    return Math.max(...(await answersMs(page)))
  }
  const sortMs = await narrowed(() => page.click(ourParts.head('start')))
  const searchMs = await narrowed(() => page.getByLabel('Search operations').fill('granite weld'))
  return {
    'from navigation to the first rows, ms': load.value,
    'the same, CPU ms of the page': load.cpuMs,
    'first list answered, ms': firstAnswerMs,
    'a click answered, ms': clickMs,
    'elements in the page': nodes,
    'heap of the page, MB': heap,
    ...scroll,
    'pages asked for while scrolling': pagesMs.length,
    'slowest of them answered, ms': Math.max(...pagesMs),
    'sorted by date, answered, ms': sortMs,
    'searched for two words, answered, ms': searchMs,
  }
}

export const run = async (): Promise<void> => {
  mkdirSync(pictures, { recursive: true })
  const product = await startProduct()
  const browser = await openBrowser()
  const results: Figures[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await context.addInitScript(pageTools())
    const page = await context.newPage()
    await signIn(page, product.url)
    for (let round = 0; round < rounds; round++) results.push(await measure(page, product.url))
  } finally {
    await browser.close()
    product.close()
  }
  console.log(`/operations of the real product over 100,000 operations, medians of ${rounds} rounds`)
  console.table(
    Object.entries(medians(results)).map(([figure, value]) => ({ figure, value: Math.round(value * 10) / 10 })),
  )
  console.log(machineLoad())
}
