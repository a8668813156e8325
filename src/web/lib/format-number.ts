const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'negative' })

/** '1,234' or '68.5': at most one decimal; a missing value or NaN is an em dash. */
export const formatNumber = (value: number | null | undefined): string =>
  value == null || !Number.isFinite(value) ? '—' : grouped.format(value)

/** Days in a phrase: '1,234 d', '1.5 d'. */
export const formatDays = (days: number | null | undefined): string => `${formatNumber(days)} d`

/** A whole percentage from 0 to 100 as tables show it: '43 %'. */
export const formatPercent = (percent: number | null | undefined): string =>
  percent == null || !Number.isFinite(percent) ? '—' : `${Math.round(percent)} %`

/** The percentage beside a progress bar, limited to 0-100 like the bar. */
export const formatProgress = (percent: number | null | undefined): string =>
  formatPercent(percent == null ? percent : Math.min(100, Math.max(0, percent)))

/** '1 project', '12 projects', '0 projects'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const factors = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A factor with up to two decimals: '1.33'. */
export const formatFactor = (factor: number): string => factors.format(factor)
