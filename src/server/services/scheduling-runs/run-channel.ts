/** Channel on which runners hear of new runs and of what people want of a running one. The payload is a `RunCall` as JSON. */
export const runsChannel = 'scheduling_runs'

export interface RunCall {
  readonly kind: 'queued' | 'cancel' | 'endSearch'
  readonly runId: string
}
