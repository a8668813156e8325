/** Polled during computations with several schedules; returning true ends them with a `StoppedError`. */
export type ShouldStop = () => boolean

export const neverStop: ShouldStop = () => false

/** The computation was stopped from outside and has no result. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'

  constructor() {
    super('The computation was stopped')
  }
}
