import { type Figures, medians } from '../figures.ts'
import { countNodes, cpuOf } from '../measure-page.ts'
import { type ChartKind, chartKinds } from './chart-parts.ts'
import { type Bench, mustShowBars, openPage } from './open-chart.ts'
import { printAmong } from './print-among.ts'

const sizes = [1_000, 10_000, 100_000] as const

const measure = async (bench: Bench, chart: ChartKind, operations: number): Promise<Figures> => {
  const page = await openPage(bench, { chart, operations })
  const { value, cpuMs } = await cpuOf(page, () => page.evaluate(() => window.ganttBench.mount()))
  await mustShowBars(page, { chart, operations })
  const figures = {
    'first content, ms': value,
    'mount, CPU ms': cpuMs,
    'reading the answer, ms': await page.evaluate(() => window.ganttBench.readMs),
    'elements in the chart': await countNodes(page, '#root'),
  }
  await page.close()
  return figures
}

/** S1 and S2: first content and processor time of a mount, and how they grow. */
export const mountPart = async (bench: Bench, rounds: number): Promise<void> => {
  const results: Record<string, Figures[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const operations of sizes) {
      for (const chart of chartKinds) {
        const before = results[`${chart} ${operations}`] ?? []
        results[`${chart} ${operations}`] = [...before, await measure(bench, chart, operations)]
      }
    }
  }
  const of = (chart: ChartKind, operations: number) => medians(results[`${chart} ${operations}`] ?? [])
  const targets: Record<number, Record<string, string>> = {
    1000: { 'elements in the chart': '800 at most in the Gantt' },
    10000: { 'first content, ms': '5 times', 'mount, CPU ms': '3 times' },
    100000: { 'first content, ms': '20 times' },
  }
  for (const operations of sizes) {
    printAmong(`Mount of ${operations} operations`, (chart) => of(chart, operations), targets[operations] ?? {})
  }
  const growth = (chart: ChartKind): Figures => {
    const [small, large] = [of(chart, 1_000), of(chart, 100_000)]
    return Object.fromEntries(
      ['first content, ms', 'mount, CPU ms'].map((name) => [
        `${name}: 100,000 over 1,000`,
        (large[name] ?? 0) / (small[name] ?? 1),
      ]),
    )
  }
  printAmong('Growth of a mount', growth, {
    'first content, ms: 100,000 over 1,000': '1.5 at most',
    'mount, CPU ms: 100,000 over 1,000': '1.5 at most',
  })
}
