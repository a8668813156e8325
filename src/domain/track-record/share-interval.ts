/** Standard deviations of a normal distribution within which 95 % of it lie. */
const width95 = 1.96

/**
 * Between which shares the true one lies with 95 % confidence, if a share was observed in `count` independent cases (Wilson's interval).
 * Shares are from 0 to 1; `count` is at least 1.
 */
export const shareInterval = (share: number, count: number): { readonly low: number; readonly high: number } => {
  const square = width95 ** 2
  const middle = share + square / (2 * count)
  const half = width95 * Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2))
  const whole = 1 + square / count
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}
