import { cpus, loadavg } from 'node:os'

/** Measurements of one round by name; the name includes the subject and the unit. */
export type Figures = Record<string, number>

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const rounded = (value: number): number => Math.round(value * 10) / 10

/** The median of several rounds for each measurement. */
export const medians = (rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((round) => round[name] ?? 0))]),
  )

/** Load of the machine: wall-clock times are reliable only when it is idle. */
export const machineLoad = (): string => `load ${loadavg().map(rounded).join(' ')} on ${cpus().length} cores`

/** Prints our measurements next to those of the compared library, with the ratio and the target. */
export const printBeside = (peerName: string, ours: Figures, peer: Figures, targets: Record<string, string>): void => {
  console.table(
    Object.fromEntries(
      Object.entries(ours).map(([name, value]) => [
        name,
        {
          ours: rounded(value),
          [peerName]: rounded(peer[name] ?? Number.NaN),
          'times better': rounded((peer[name] ?? Number.NaN) / value),
          'to reach': targets[name] ?? '',
        },
      ]),
    ),
  )
  console.log(machineLoad())
}
