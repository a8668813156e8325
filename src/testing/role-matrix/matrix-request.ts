import type { World } from './world.ts'

export interface MatrixRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a valid request, with the records that it needs. */
export type MakeRequest = (world: World) => Promise<MatrixRequest> | MatrixRequest
