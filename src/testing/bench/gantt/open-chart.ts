import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { ChartKind } from './chart-parts.ts'
import { chartParts } from './chart-parts.ts'
import type { LinkShape } from './made-schedule.ts'

const pictures = join(import.meta.dirname, '../../../../.pictures')

export interface Bench {
  readonly browser: Browser
  readonly url: string
}

interface ChartAsked {
  readonly chart: ChartKind
  readonly operations: number
  readonly shape?: LinkShape
}

/** A page with the data of a chart, before the chart is mounted. */
export const openPage = async ({ browser, url }: Bench, { chart, operations, shape = 'few' }: ChartAsked) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('pageerror', (error) => console.error(`${chart}: ${error.message}`))
  await page.goto(`${url}?chart=${chart}&operations=${operations}&shape=${shape}`)
  await page.waitForFunction(() => 'ganttBench' in window, undefined, { timeout: 60_000 })
  return page
}

/** Throws unless bars are visible, because a fast chart that shows nothing would be a bug, and takes a screenshot. */
export const mustShowBars = async (page: Page, { chart, operations, shape = 'few' }: ChartAsked): Promise<void> => {
  const { bar, shown = bar } = chartParts[chart]
  const bars = await page.evaluate((selector) => window.ganttBench.inSight(selector), shown)
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `bench-gantt-${chart}-${operations}-${shape}.png`) })
  // One shape can stand for many bars.
  if (bars < (shown === bar ? 3 : 1)) throw new Error(`${chart} with ${operations} operations shows ${bars} bars`)
}

/** The same with the chart mounted. */
export const openChart = async (bench: Bench, asked: ChartAsked): Promise<Page> => {
  const page = await openPage(bench, asked)
  await page.evaluate(() => window.ganttBench.mount())
  await page.waitForTimeout(300)
  await mustShowBars(page, asked)
  return page
}
