/** Channel on which runners hear of new runs and of cancellations. The payload is a `RunCall` as JSON. */
export const runsChannel = 'scheduling_runs'

export interface RunCall {
  readonly kind: 'queued' | 'cancel'
  readonly runId: string
}
