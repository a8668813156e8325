/** Load as a percentage of capacity, rounded to a whole number. Infinity = work without open hours; null = neither work nor open hours. */
export const loadPercent = (loadHours: number, openHours: number): number | null => {
  if (openHours > 0) return Math.round((loadHours / openHours) * 100)
  return loadHours > 0 ? Number.POSITIVE_INFINITY : null
}

/** Whether load exceeds open hours after rounding to whole percent. */
const isOverCapacity = (loadHours: number, openHours: number): boolean => (loadPercent(loadHours, openHours) ?? 0) > 100

/** Number of work centers and pools that are over capacity in at least one of their weeks. */
export const countOverCapacity = (
  workCenters: readonly { readonly loadHours: readonly number[]; readonly openHours: readonly number[] }[],
): number =>
  workCenters.filter(({ loadHours, openHours }) =>
    loadHours.some((hours, week) => isOverCapacity(hours, openHours[week] ?? 0)),
  ).length
