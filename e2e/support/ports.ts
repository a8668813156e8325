/** Port of the service that creates shops. */
export const shopsPort = Number(process.env.E2E_PORT ?? 3490)

/** Port of the nth parallel journey's shop, from 0. */
export const shopPort = (parallelIndex: number): number => shopsPort + 1 + parallelIndex

/** Address of the shop of the journey in this process. */
export const shopOrigin = `http://localhost:${shopPort(Number(process.env.TEST_PARALLEL_INDEX ?? 0))}`

/** Port on which the nth journey receives mail and webhooks, and provides identities, if its shop was connected (`POST /n/connect`). */
export const mailPort = (parallelIndex: number): number => shopsPort + 21 + parallelIndex
export const hooksPort = (parallelIndex: number): number => shopsPort + 31 + parallelIndex
export const identityPort = (parallelIndex: number): number => shopsPort + 41 + parallelIndex
