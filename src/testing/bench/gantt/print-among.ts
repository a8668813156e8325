import { loadavg } from 'node:os'
import { type Figures, machineLoad } from '../figures.ts'
import { type ChartKind, chartKinds, chartParts } from './chart-parts.ts'

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Above this load, frame rates and milliseconds mainly reflect other work on the machine. */
const mostLoad = 3

const peers: readonly ChartKind[] = ['dhtmlx', 'svar']

/**
 * Prints our charts next to the compared libraries, with the ratio of the better library to our Gantt and the target.
 * Charts without measurements are left out.
 */
export const printAmong = (
  title: string,
  of: (chart: ChartKind) => Figures | null,
  targets: Record<string, string>,
): void => {
  const figures = chartKinds.flatMap((chart) => {
    const all = of(chart)
    return all && Object.keys(all).length > 0 ? [[chart, all] as const] : []
  })
  const ours = figures[0]?.[1] ?? {}
  const lines = Object.keys(ours).map((name) => {
    const values = figures.flatMap(([chart, all]) =>
      all ? [[chartParts[chart].name, all[name] === undefined ? '' : rounded(all[name])]] : [],
    )
    const best = Math.min(
      ...figures.flatMap(([chart, all]) => (peers.includes(chart) ? [all?.[name] ?? Infinity] : [])),
    )
    const better = Number.isFinite(best) ? { 'times better': rounded(best / (ours[name] ?? Number.NaN)) } : {}
    return [name, { ...Object.fromEntries(values), ...better, 'to reach': targets[name] ?? '' }]
  })
  console.log(`\n${title}`)
  console.table(Object.fromEntries(lines))
  console.log(machineLoad())
  if ((loadavg()[0] ?? 0) > mostLoad)
    console.log('The machine was busy: only the processor times say much. Run it again.')
}
