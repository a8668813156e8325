import { median } from '../analytics/figures.ts'

/** Makes the median absolute deviation of a normal distribution its standard deviation. */
const normalMad = 1.4826

export const medianOf = (values: readonly number[]): number => median(values) ?? 0

/** Standard deviation by the median absolute deviation, which a few outliers do not change. */
export const spreadOf = (deviations: readonly number[]): number => normalMad * medianOf(deviations.map(Math.abs))

/** Variance of the median of `count` values with this standard deviation. */
export const medianVariance = (spread: number, count: number): number => ((Math.PI / 2) * spread ** 2) / count

interface Estimate {
  readonly value: number
  readonly variance: number
}

/**
 * Variance between the true values behind `estimates`, 0 if chance alone explains how they differ: the method of moments of
 * DerSimonian and Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986).
 */
export const varianceBetween = (estimates: readonly Estimate[]): number => {
  let weights = 0
  let squares = 0
  let sum = 0
  for (const { value, variance } of estimates) {
    const weight = 1 / variance
    weights += weight
    squares += weight ** 2
    sum += weight * value
  }
  const free = weights - squares / weights
  if (!(free > 0)) return 0
  const mean = sum / weights
  const distance = estimates.reduce((total, { value, variance }) => total + (value - mean) ** 2 / variance, 0)
  return Math.max(0, (distance - (estimates.length - 1)) / free)
}

/** Mean of true values that differ by `between`. */
export const meanOf = (estimates: readonly Estimate[], between: number): number => {
  const weights = estimates.reduce((total, { variance }) => total + 1 / (variance + between), 0)
  return estimates.reduce((total, { value, variance }) => total + value / (variance + between), 0) / weights
}

/**
 * The empirical Bayes estimate: the share of `mean` is the share of chance in the differences. Efron and Morris, "Data analysis
 * using Stein's estimator and its generalizations", Journal of the American Statistical Association 70 (1975).
 */
export const shrink = ({ value, variance }: Estimate, mean: number, between: number): number =>
  variance + between > 0 ? (value * between + mean * variance) / (variance + between) : value
