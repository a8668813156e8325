/** Whether this is `npm run test:all`, which tries every property the full number of times. */
const isWhole = process.env.PROPERTY_RUNS === 'all'

/** How often a property is tried: a tenth of `most` outside `npm run test:all`, so that `npm test` stays short. */
export const propertyRuns = (most: number): number => (isWhole ? most : Math.ceil(most / 10))
