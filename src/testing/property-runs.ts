/** True in `npm test`, which tries every property the full number of times. */
const isWhole = process.env.PROPERTY_RUNS === 'all'

/** How often a property is tried: outside `npm test` a tenth of `most`, so that `npm run check` stays short. */
export const propertyRuns = (most: number): number => (isWhole ? most : Math.ceil(most / 10))
