/** `npm run bench:ui -- palette`: our command palette compared with plain cmdk with the same 10,000 entries, interleaved, medians. */

import type { Page } from '@playwright/test'
import { openSite } from '../bench-site.ts'
import { type Figures, medians, printBeside } from '../figures.ts'
import { countNodes, cpuOf, heapMb, openBrowser } from '../measure-page.ts'

const rounds = 3
const entries = 10_000
const typed = 'titan frame 12'

const measure = async (page: Page, url: string): Promise<Figures> => {
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(url)
  await page.waitForSelector('#open')
  const heapBeforeMb = await heapMb(page)
  await page.evaluate(() => window.paletteBench.watchOpen())
  const open = await cpuOf(page, async () => {
    await page.click('#open')
    return page.evaluate(() => window.paletteBench.latency)
  })
  // Both palettes take the focus shortly after they open.
  await page.locator('[cmdk-input]').focus()
  const keysMs: number[] = []
  const typing = await cpuOf(page, async () => {
    for (let length = 1; length <= typed.length; length++) {
      await page.evaluate((text) => window.paletteBench.watchKey(text), typed.slice(0, length))
      await page.keyboard.press(typed[length - 1] === ' ' ? 'Space' : (typed[length - 1] ?? ''))
      keysMs.push(await page.evaluate(() => window.paletteBench.latency))
    }
  })
  return {
    'open, ms': open.value,
    'open, CPU ms': open.cpuMs,
    'first key, ms': keysMs[0] ?? Number.NaN,
    'slowest key, ms': Math.max(...keysMs),
    'middle key, ms': keysMs.toSorted((a, b) => a - b)[keysMs.length >> 1] ?? Number.NaN,
    'all keys, CPU ms a key': typing.cpuMs / typed.length,
    'elements in the dialog': await countNodes(page, '[role=dialog]'),
    'heap of the open palette, MB': (await heapMb(page)) - heapBeforeMb,
  }
}

const targets = {
  'open, ms': '10 times',
  'first key, ms': '20 at most',
  'slowest key, ms': '20 at most',
  'elements in the dialog': '60 at most',
}

export const run = async (): Promise<void> => {
  const site = await openSite(import.meta.dirname)
  const browser = await openBrowser()
  const results: Record<'ours' | 'cmdk', Figures[]> = { ours: [], cmdk: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const palette of ['ours', 'cmdk'] as const) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        results[palette].push(await measure(page, `${site.url}?palette=${palette}&entries=${entries}`))
        await page.close()
      }
    }
  } finally {
    await browser.close()
    site.close()
  }
  console.log(`Palette over ${entries} entries, medians of ${rounds} interleaved rounds, typing '${typed}'`)
  printBeside('plain cmdk', medians(results.ours), medians(results.cmdk), targets)
}
