import { channel } from 'node:diagnostics_channel'

/** An answered request. `route` is the pattern of the route, never the address. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** A run or a forecast that has ended, whether well or not. */
export interface EndedJob {
  readonly job: 'run' | 'forecast'
  readonly ms: number
}

/** What the server says about its own work. Nothing is kept, and publishing costs nothing, where nobody listens. */
export const answeredRequests = channel('scheduler:answered-request')
export const endedJobs = channel('scheduler:ended-job')
