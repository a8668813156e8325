/** `npm run bench:ui -- board`: our board compared with a plain dnd-kit board of the same 2,000 cards, interleaved, medians. */

import type { Page } from '@playwright/test'
import { openSite } from '../bench-site.ts'
import { type Figures, medians, printBeside } from '../figures.ts'
import { countNodes, cpuOf, openBrowser } from '../measure-page.ts'

const rounds = 3
const cards = 2_000
const measure = async (page: Page, url: string): Promise<Figures> => {
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window)
  const mount = await cpuOf(page, () => page.evaluate(() => window.bench.mount()))
  const nodes = await countNodes(page, '#root')
  const card = page.locator('[data-column=production] [data-card]').first()
  const id = await card.getAttribute('data-card')
  const from = await card.boundingBox()
  const to = await page.locator('[data-column=complete]').boundingBox()
  if (!from || !to) throw new Error('The board is not on screen')
  await page.mouse.move(from.x + 100, from.y + 20)
  await page.mouse.down()
  // The page must listen before the input is sent, because they arrive through different channels.
  await page.evaluate(() => window.bench.watch('mousemove', '.shadow-3'))
  const pickUp = await cpuOf(page, async () => {
    await page.mouse.move(from.x + 112, from.y + 26)
    return page.evaluate(() => window.bench.latency)
  })
  await page.mouse.move(to.x + 150, to.y + 300, { steps: 4 })
  await page.waitForTimeout(400)
  await page.evaluate((cardId) => window.bench.watch('mouseup', `[data-column=complete] [data-card="${cardId}"]`), id)
  const drop = await cpuOf(page, async () => {
    await page.mouse.up()
    return page.evaluate(() => window.bench.latency)
  })
  return {
    'mount, ms': mount.value,
    'mount, CPU ms': mount.cpuMs,
    'pick-up, ms': pickUp.value,
    'pick-up, CPU ms': pickUp.cpuMs,
    'drop, ms': drop.value,
    'drop, CPU ms': drop.cpuMs,
    'elements in the page': nodes,
  }
}

const targets = {
  'mount, ms': '8 times',
  'pick-up, ms': '20 times, 50 at most',
  'drop, CPU ms': '5 times',
  'elements in the page': '1,200 at most',
}

export const run = async (): Promise<void> => {
  const site = await openSite(import.meta.dirname)
  const browser = await openBrowser()
  const results: Record<'ours' | 'plain', Figures[]> = { ours: [], plain: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const kanban of ['ours', 'plain'] as const) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        results[kanban].push(await measure(page, `${site.url}?board=${kanban}&cards=${cards}`))
        await page.close()
      }
    }
  } finally {
    await browser.close()
    site.close()
  }
  console.log(`Board of ${cards} cards, medians of ${rounds} interleaved rounds`)
  printBeside('plain dnd-kit', medians(results.ours), medians(results.plain), targets)
}
