import type { SourceRunFigures } from '#contract/data-sources.ts'

/** How many of its records a run changes, in %. `named`: the records of the table; `vanished`: those that it no longer has. */
export const changedPercent = ({
  changed,
  named,
  vanished,
}: {
  readonly changed: number
  readonly named: number
  readonly vanished: number
}): SourceRunFigures['changedPercent'] => (changed === 0 ? 0 : (100 * changed) / (named + vanished))
