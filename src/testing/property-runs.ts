/** True in `npm test`, which tries every property as often as it says. */
const isWhole = process.env.PROPERTY_RUNS === 'all'

/** How often a property is tried: a tenth of `most` while somebody works on the code, so that `npm run check` stays short. */
export const propertyRuns = (most: number): number => (isWhole ? most : Math.ceil(most / 10))
