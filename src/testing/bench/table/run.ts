/** `npm run bench:ui -- table`: our operations screen compared with AG Grid Community, 100,000 rows each, interleaved, medians. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openSite } from '../bench-site.ts'
import { type Figures, medians, printBeside } from '../figures.ts'
import { countNodes, cpuOf, heapMb, openBrowser } from '../measure-page.ts'
import { installPeers } from '../peers.ts'
import { scrollFigures } from './scroll-table.ts'
import { agGridParts, ourParts, type TableParts } from './table-parts.ts'

const rounds = 3
const rows = 100_000
const pictures = join(import.meta.dirname, '../../../../.pictures')

const measure = async (page: Page, url: string, parts: TableParts, picture: string): Promise<Figures> => {
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(url)
  await page.waitForFunction(() => 'tableBench' in window, undefined, { timeout: 60_000 })
  const heapBeforeMb = await heapMb(page)
  const mount = await cpuOf(page, () => page.evaluate(() => window.tableBench.mount()))
  const answeringMs = await page.evaluate(() => window.tableBench.answeringMs())
  const nodes = await countNodes(page, '#root')
  const heapMountedMb = await heapMb(page)
  const scroll = await scrollFigures(page, parts, picture)
  const clicked = async (selector: string, watch: () => Promise<void>) => {
    await watch()
    return cpuOf(page, async () => {
      await page.click(selector)
      return page.evaluate(() => window.tableBench.latency)
    })
  }
  const sort = (by: 'name' | 'start') =>
    clicked(parts.head(by), () => page.evaluate((column) => window.tableBench.watchSort(column), by))
  const byText = await sort('name')
  const byDate = await sort('start')
  const all = await clicked(parts.selectAll, () => page.evaluate(() => window.tableBench.watchSelectAll()))
  const filter = await cpuOf(page, () => page.evaluate(() => window.tableBench.filter()))
  return {
    'mount, ms': mount.value,
    'mount, CPU ms': mount.cpuMs,
    'mount, CPU ms but for the answer made in the page': mount.cpuMs - answeringMs,
    'heap of the mounted table, MB': heapMountedMb - heapBeforeMb,
    'elements in the page': nodes,
    'sort by text, ms': byText.value,
    'sort by text, CPU ms': byText.cpuMs,
    'sort by date, ms': byDate.value,
    'sort by date, CPU ms': byDate.cpuMs,
    'select all, ms': all.value,
    'select all, CPU ms': all.cpuMs,
    'filter, ms': filter.value,
    'filter, CPU ms': filter.cpuMs,
    ...scroll,
    'heap after all that, MB': (await heapMb(page)) - heapBeforeMb,
  }
}

const targets = {
  'mount, CPU ms': '3 times',
  'heap of the mounted table, MB': '4 times',
  'elements in the page': '2,000 at most',
  'sort by text, ms': '3 times',
  'sort by date, ms': '3 times',
  'select all, ms': '10 times',
  'reading: 95th percentile of frames, ms': '16.7 at most',
  'reading: longest task over 50 ms': '0',
  'flung: 95th percentile of frames, ms': '16.7 at most',
  'flung: longest task over 50 ms': '0',
  'flung: frames with a blank part': '0',
}

export const run = async (): Promise<void> => {
  if (!installPeers('ag-grid-community')) {
    console.error('AG Grid cannot be installed here (the lines above say why): there is nothing to compare with.')
    process.exitCode = 1
    return
  }
  mkdirSync(pictures, { recursive: true })
  const site = await openSite(import.meta.dirname)
  const browser = await openBrowser()
  const results: Record<'ours' | 'ag-grid', Figures[]> = { ours: [], 'ag-grid': [] }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const table of ['ours', 'ag-grid'] as const) {
        const page = await browser.newPage({ viewport: { width: 1100, height: 900 } })
        const parts = table === 'ours' ? ourParts : agGridParts
        const picture = join(pictures, `bench-table-${table}.png`)
        results[table].push(await measure(page, `${site.url}?table=${table}&rows=${rows}`, parts, picture))
        await page.close()
      }
    }
  } finally {
    await browser.close()
    site.close()
  }
  console.log(`Table of ${rows} operations, medians of ${rounds} interleaved rounds; mid-scroll pictures in .pictures/`)
  printBeside('AG Grid Community', medians(results.ours), medians(results['ag-grid']), targets)
}
