import { cpus, loadavg } from 'node:os'

/** Figures of one round by name; what is measured, and in which unit, is in the name. */
export type Figures = Record<string, number>

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const rounded = (value: number): number => Math.round(value * 10) / 10

/** The middle one of several rounds, figure by figure. */
export const medians = (rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((round) => round[name] ?? 0))]),
  )

/** How busy the machine was: wall-clock figures can be trusted only when it is not. */
export const machineLoad = (): string => `load ${loadavg().map(rounded).join(' ')} on ${cpus().length} cores`

/** Ours beside the peer's, with how many times better ours is and what is to be reached. */
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
