const steps = [
  { from: 116, name: 'above 115, over', className: 'bg-h5 text-white font-semibold' },
  { from: 101, name: '101 to 115, over', className: 'bg-h4 text-ink font-semibold' },
  { from: 90, name: '90 to 100', className: 'bg-h3 text-ink' },
  { from: 70, name: '70 to 89', className: 'bg-h2 text-ink' },
  { from: 40, name: '40 to 69', className: 'bg-h1 text-ink' },
  { from: 0, name: 'below 40', className: 'bg-h0 text-ink' },
] as const

/** The steps of the heat scale, lowest first, for the legend. */
export const heatSteps = steps.toReversed()

/** The color of a load; a load over capacity is bold as well. */
export const heatClass = (percent: number | null): string =>
  percent === null
    ? 'bg-off-time text-ink-3'
    : (steps.find(({ from }) => percent >= from)?.className ?? 'bg-h0 text-ink')

/** '104', '∞' if there is work but no open hour, '–' if there is neither. */
export const heatText = (percent: number | null): string => {
  if (percent === null) return '–'
  return percent === Number.POSITIVE_INFINITY ? '∞' : String(percent)
}
