import type { LearnedPace } from './learned-pace.ts'

/** Share of a normal distribution within `centralWidth` standard deviations of its median. */
export const centralShare = 0.8
export const centralWidth = 1.2816

/**
 * The ratios between which 80 % of single operations lie. Wider where few operations are known, because then the factor is uncertain too
 * (by the variance of a median).
 */
export const paceRange = ({ factor, spread, count }: LearnedPace): { readonly low: number; readonly high: number } => {
  const width = Math.exp(centralWidth * spread * Math.sqrt(1 + Math.PI / 2 / count))
  return { low: factor / width, high: factor * width }
}

/** A factor as screens show it and plans use it. Smaller differences move no date. */
export const shownFactor = (factor: number): number => Math.round(factor * 100) / 100
