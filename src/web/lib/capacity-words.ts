import { formatNumber } from './format-number.ts'

/** Available capacity during an exception: '1 of 2 available', or more than usual: '3 available instead of 2'. */
export const availableWords = (units: number, usual: number): string =>
  units <= usual
    ? `${formatNumber(units)} of ${formatNumber(usual)} available`
    : `${formatNumber(units)} available instead of ${formatNumber(usual)}`
