import type { Page } from '@playwright/test'
import { type Figures, medians } from '../figures.ts'
import { chartParts } from './chart-parts.ts'
import { type Bench, openChart } from './open-chart.ts'
import { printAmong } from './print-among.ts'

const operations = 10_000

/** Performs one click or key press, and waits for the frame with the result. */
const timed = async (page: Page, input: 'click' | 'keydown', act: () => Promise<unknown>): Promise<number> => {
  const before = await page.evaluate((kind) => {
    window.ganttBench.watchInput(kind)
    return window.ganttBench.latencies.length
  }, input)
  await act()
  await page.waitForFunction((count) => window.ganttBench.latencies.length > count, before, { timeout: 5_000 })
  return page.evaluate(() => window.ganttBench.latencies.at(-1) ?? Number.NaN)
}

const keysOf = {
  gantt: [
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'Alt+ArrowRight',
    'Alt+ArrowRight',
    'Enter',
    'p',
    'h',
    'ArrowLeft',
    'PageDown',
    'End',
    'Home',
  ],
  timeline: [
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'Alt+ArrowRight',
    'Alt+ArrowRight',
    'Enter',
    'p',
    'h',
    'ArrowUp',
    'ArrowLeft',
  ],
} as const

const measure = async (bench: Bench, chart: 'gantt' | 'timeline'): Promise<Figures> => {
  const page = await openChart(bench, { chart, operations })
  const spent: [string, number][] = []
  const click = async (name: string, act: () => Promise<unknown>) => spent.push([name, await timed(page, 'click', act)])
  const key = async (keys: string) => spent.push([keys, await timed(page, 'keydown', () => page.keyboard.press(keys))])
  if (chart === 'gantt') {
    await click('collapse a project', () => page.getByRole('button', { name: 'Collapse', exact: true }).first().click())
    await click('expand a project', () => page.getByRole('button', { name: 'Expand', exact: true }).first().click())
    await click('a row', () => page.locator(chartParts.gantt.row).nth(4).click())
    await click('collapse all', () => page.getByRole('button', { name: 'Collapse all projects' }).click())
    await click('expand all', () => page.getByRole('button', { name: 'Expand all projects' }).click())
    await page.locator(chartParts.gantt.row).nth(4).focus()
  } else {
    const bar = await page.evaluate((selector) => window.ganttBench.barToDrag(selector), chartParts.timeline.bar)
    if (!bar) throw new Error('No bar')
    await click('a bar', () => page.mouse.click(bar.x, bar.y))
    await page.locator('[data-operation][tabindex="0"]').first().focus()
  }
  for (const keys of keysOf[chart]) await key(keys)
  const other = chart === 'gantt' ? 'Timeline' : 'Gantt'
  const back = chart === 'gantt' ? 'Gantt' : 'Timeline'
  for (const name of ['Weeks', 'Months', 'Hours', 'Days', other, back]) {
    const segment = page.locator('label', { hasText: new RegExp(`^${name}$`) })
    await click(name, () => segment.first().click())
  }
  await page.close()
  const sorted = spent.map(([, ms]) => ms).sort((a, b) => a - b)
  const [slowest] = spent.toSorted(([, a], [, b]) => b - a)
  console.log(
    `${chartParts[chart].name}, slowest: ${spent
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
      .join(', ')}`,
  )
  return {
    'clicks and keys': spent.length,
    'median, ms': sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    '95th percentile, ms': sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    'slowest, ms': slowest?.[1] ?? Number.NaN,
  }
}

/** S10: clicks and keys. */
export const clickPart = async (bench: Bench, rounds: number): Promise<void> => {
  const results: Record<'gantt' | 'timeline', Figures[]> = { gantt: [], timeline: [] }
  for (let round = 0; round < rounds; round++) {
    for (const chart of ['gantt', 'timeline'] as const) results[chart].push(await measure(bench, chart))
  }
  printAmong(
    `Clicks and keys with ${operations} operations`,
    (chart) => (chart === 'gantt' || chart === 'timeline' ? medians(results[chart]) : null),
    { '95th percentile, ms': '100 at most' },
  )
}
