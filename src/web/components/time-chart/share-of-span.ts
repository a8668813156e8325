/** How much of a span has passed at an instant, from 0 to 1. */
export const shareOfSpan = (fromMs: number, toMs: number, ms: number): number =>
  Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)))
