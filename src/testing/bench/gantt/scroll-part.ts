import type { Page } from '@playwright/test'
import { type Figures, medians } from '../figures.ts'
import { cpuOf } from '../measure-page.ts'
import type { FrameReport, watchFrames } from '../table/watch-frames.ts'
import { type ChartKind, chartParts, workedKinds } from './chart-parts.ts'
import { type Bench, openChart } from './open-chart.ts'
import { printAmong } from './print-among.ts'

declare global {
  interface Window {
    watchFrames: typeof watchFrames
  }
}

const operations = 10_000

/** Wheel speed in px per second, and the distance in each direction. */
const ways = {
  'up and down': { xDistance: 0, yDistance: -2_000, speed: 2_000 },
  sideways: { xDistance: -1_200, yDistance: 0, speed: 1_200 },
} as const

/** Scrolls there and back with the browser's own wheel, so that the compositor scrolls as it does for people. */
const scroll = async (
  page: Page,
  list: string,
  way: keyof typeof ways,
  isWatched: boolean,
  chart: ChartKind,
): Promise<FrameReport> => {
  const { heads, row } = chartParts[chart]
  const looks = { list, heads, row, waiting: '[aria-busy=true]' }
  const watch = await page.evaluateHandle((given) => window.watchFrames(given), isWatched ? looks : null)
  const session = await page.context().newCDPSession(page)
  const { xDistance, yDistance, speed } = ways[way]
  // In the middle of the bars, away from any tooltip.
  const at = { x: 900, y: 480, speed, gestureSourceType: 'mouse' as const }
  for (const sign of [1, -1]) {
    await session.send('Input.synthesizeScrollGesture', {
      ...at,
      xDistance: sign * xDistance,
      yDistance: sign * yDistance,
    })
  }
  await session.detach()
  return watch.evaluate((watched) => watched.stop())
}

const measure = async (bench: Bench, chart: ChartKind): Promise<Figures> => {
  const page = await openChart(bench, { chart, operations })
  const { list } = chartParts[chart]
  const figures: Figures = {}
  for (const way of ['up and down', 'sideways'] as const) {
    const { value, cpuMs } = await cpuOf(page, () => scroll(page, list, way, false, chart))
    figures[`${way}: 95th percentile of frames, ms`] = value.p95Ms
    figures[`${way}: longest task over 50 ms`] = value.longestTaskMs
    figures[`${way}: CPU ms a frame`] = cpuMs / value.frames
  }
  // The other libraries render rows differently, and blank areas in theirs are not our concern.
  if (chart === 'gantt' || chart === 'timeline') {
    const seen = await scroll(page, list, 'up and down', true, chart)
    figures['frames with a blank part'] = seen.blankFrames
  }
  await page.close()
  return figures
}

/** S3: scrolling in both directions. */
export const scrollPart = async (bench: Bench, rounds: number): Promise<void> => {
  const results: Partial<Record<ChartKind, Figures[]>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const chart of workedKinds) results[chart] = [...(results[chart] ?? []), await measure(bench, chart)]
  }
  printAmong(`Scrolling with ${operations} operations`, (chart) => medians(results[chart] ?? []), {
    'up and down: 95th percentile of frames, ms': '16.7 at most',
    'up and down: longest task over 50 ms': '0',
    'up and down: CPU ms a frame': '1.25 times',
    'sideways: 95th percentile of frames, ms': '16.7 at most',
    'sideways: longest task over 50 ms': '0',
    'sideways: CPU ms a frame': '1.25 times',
    'frames with a blank part': '0',
  })
}
