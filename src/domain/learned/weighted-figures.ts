import { valueAt } from '#domain/value-at.ts'

/** Values with positive weights. */
export interface Weighted {
  readonly values: readonly number[]
  readonly weights: readonly number[]
}

/** Quantile of at least one value. Interpolates between the middles of the weights, so equal weights give the usual median. */
export const weightedQuantile = ({ values, weights }: Weighted, share: number): number => {
  const order = values.map((_, index) => index).sort((a, b) => valueAt(values, a) - valueAt(values, b))
  const wanted = share * weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let before: { readonly at: number; readonly value: number } | null = null
  for (const index of order) {
    const value = valueAt(values, index)
    const at = passed + valueAt(weights, index) / 2
    if (at >= wanted) {
      if (before === null) return value
      return before.value + ((value - before.value) * (wanted - before.at)) / (at - before.at)
    }
    passed += valueAt(weights, index)
    before = { at, value }
  }
  return valueAt(values, valueAt(order, order.length - 1))
}

/** Number of equally weighted values that would say as much (Kish, 1965). */
export const effectiveCount = (weights: readonly number[]): number => {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return (sum * sum) / weights.reduce((total, weight) => total + weight * weight, 0)
}

/** A measured location with the variance of its error. */
export interface Measured {
  readonly location: number
  readonly variance: number
}

/**
 * Mean and variance between groups whose locations are measured with errors: the method of moments of DerSimonian and Laird (1986).
 * A group is then best guessed between its own location and the mean (`shrunk`).
 */
export const betweenGroups = (groups: readonly Measured[]): { readonly mean: number; readonly between: number } => {
  const meanWith = (between: number): number => {
    let [sum, weights] = [0, 0]
    for (const { location, variance } of groups) {
      const weight = 1 / (variance + between)
      sum += weight * location
      weights += weight
    }
    return sum / weights
  }
  const fixed = meanWith(0)
  let [apart, sum, squares] = [0, 0, 0]
  for (const { location, variance } of groups) {
    const weight = 1 / variance
    apart += weight * (location - fixed) ** 2
    sum += weight
    squares += weight * weight
  }
  const between = groups.length > 1 ? Math.max(0, (apart - (groups.length - 1)) / (sum - squares / sum)) : 0
  return { mean: meanWith(between), between }
}

/** The empirical Bayes estimate of a group (Morris, 1983): the less is known of it, the nearer to the mean of the groups. */
export const shrunk = (
  { location, variance }: Measured,
  { mean, between }: { readonly mean: number; readonly between: number },
): number => mean + ((location - mean) * between) / (between + variance)
