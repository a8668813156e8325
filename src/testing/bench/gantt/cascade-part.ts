import { type Figures, medians } from '../figures.ts'
import { cpuOf } from '../measure-page.ts'
import { type ChartKind, workedKinds } from './chart-parts.ts'
import { dragFigures } from './drag-part.ts'
import type { LinkShape } from './made-schedule.ts'
import { type Bench, openChart } from './open-chart.ts'
import { printAmong } from './print-among.ts'

const operations = 10_000
const [changed, limitMs] = [300, 42]

/** Drags the operation that all others wait for, directly or indirectly. */
const measureCascade = async (bench: Bench, chart: ChartKind, shape: LinkShape): Promise<Figures> => {
  const page = await openChart(bench, { chart, operations, shape })
  const figures = await dragFigures(page, chart, '[data-operation="0"]')
  await page.close()
  return figures
}

const measureBulk = async (bench: Bench, chart: ChartKind): Promise<Figures> => {
  const page = await openChart(bench, { chart, operations })
  const { value, cpuMs } = await cpuOf(page, () =>
    page.evaluate((count) => window.ganttBench.changeMany(count), changed),
  )
  await page.close()
  return { 'shown, ms': value, 'shown, CPU ms': cpuMs }
}

/** S5: moves with thousands of followers, which the free libraries lack, and a change of many operations at once. */
export const cascadePart = async (bench: Bench, rounds: number): Promise<void> => {
  const results: Record<string, Figures[]> = {}
  const keep = (name: string, figures: Figures) => {
    results[name] = [...(results[name] ?? []), figures]
  }
  for (let round = 0; round < rounds; round++) {
    for (const chart of ['gantt', 'timeline'] as const) {
      for (const shape of ['chain', 'fan'] as const)
        keep(`${chart} ${shape}`, await measureCascade(bench, chart, shape))
    }
    for (const chart of workedKinds) keep(`${chart} bulk`, await measureBulk(bench, chart))
  }
  const of = (name: string) => (chart: ChartKind) =>
    results[`${chart} ${name}`] ? medians(results[`${chart} ${name}`] ?? []) : null
  const limits = { 'a move, median, ms': `${limitMs} at most`, 'a move, 95th percentile, ms': `${limitMs} at most` }
  printAmong('A move with 9,999 followers in one chain', of('chain'), limits)
  printAmong('A move with 10,100 followers in a fan', of('fan'), limits)
  printAmong(`A change of ${changed} among ${operations} operations`, of('bulk'), { 'shown, ms': '55 at most' })
}
