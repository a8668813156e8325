/** Polled while something is computed that needs several schedules; true ends it with a `StoppedError`. */
export type ShouldStop = () => boolean

export const neverStop: ShouldStop = () => false

/** The computation was stopped from outside. It has no result. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'

  constructor() {
    super('The computation was stopped')
  }
}
