import type { Page } from '@playwright/test'
import { type Figures, medians } from '../figures.ts'
import { cpuOf } from '../measure-page.ts'
import { type ChartKind, chartParts, workedKinds } from './chart-parts.ts'
import { type Bench, openChart } from './open-chart.ts'
import { printAmong } from './print-among.ts'

const operations = 10_000
const [watchedMoves, countedMoves, stepPx, settlesMs] = [30, 60, 6, 2_000]

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

/** Presses a bar and drags it until it follows the pointer; returns the pointer position. */
const pickUp = async (page: Page, bar: string): Promise<{ id: string; x: number; y: number }> => {
  const found = await page.evaluate((selector) => window.ganttBench.barToDrag(selector), bar)
  if (!found) throw new Error(`No bar to drag: ${bar}`)
  const { id, x, y } = found
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 20, y, { steps: 4 })
  await page.waitForTimeout(100)
  return { id, x: x + 20, y }
}

/**
 * Latency of single moves, and processor time of many. Uses a bar in the middle unless one is given. The bar remains pressed afterwards.
 */
export const dragFigures = async (page: Page, chart: ChartKind, given?: string): Promise<Figures> => {
  const { bar: any, mover } = chartParts[chart]
  const bar = given ?? any
  const held = await pickUp(page, bar)
  let { x } = held
  await page.evaluate(() => {
    window.ganttBench.latencies.length = 0
  })
  for (let move = 1; move <= watchedMoves; move++) {
    x += stepPx
    // DHTMLX drops moves in rapid succession.
    await page.waitForTimeout(40)
    await page.evaluate((selector) => window.ganttBench.watchMove(selector), mover(held.id))
    await page.mouse.move(x, held.y)
    const isSeen = (count: number) => window.ganttBench.latencies.length >= count
    await page.waitForFunction(isSeen, move, { timeout: 10_000 }).catch(() => {
      throw new Error(`${chart}: move ${move} of ${held.id || 'the bar'} was not drawn`)
    })
  }
  const latencies = await page.evaluate(() => window.ganttBench.latencies)
  const { cpuMs } = await cpuOf(page, async () => {
    for (let move = 0; move < countedMoves; move++) {
      x += move < countedMoves / 2 ? -stepPx : stepPx
      await page.mouse.move(x, held.y)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  })
  return {
    'a move, median, ms': share(latencies, 0.5),
    'a move, 95th percentile, ms': share(latencies, 0.95),
    'a move, CPU ms': cpuMs / countedMoves,
  }
}

const measure = async (bench: Bench, chart: ChartKind): Promise<Figures> => {
  const page = await openChart(bench, { chart, operations })
  // A second after rendering, charts prepare data for later, which is not part of a move.
  await page.waitForTimeout(settlesMs)
  const figures = await dragFigures(page, chart)
  const commit = await cpuOf(page, () => page.mouse.up())
  await page.close()
  return { ...figures, 'letting go, CPU ms': commit.cpuMs }
}

/** S4: dragging a bar. */
export const dragPart = async (bench: Bench, rounds: number): Promise<void> => {
  const results: Partial<Record<ChartKind, Figures[]>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const chart of workedKinds) results[chart] = [...(results[chart] ?? []), await measure(bench, chart)]
  }
  printAmong(`Dragging a bar among ${operations} operations`, (chart) => medians(results[chart] ?? []), {
    'a move, median, ms': '16 at most',
    'a move, 95th percentile, ms': '33 at most',
    'a move, CPU ms': '1.43 times',
    'letting go, CPU ms': '2.5 times',
  })
}
