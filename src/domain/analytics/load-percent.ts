/** Load of capacity in whole percent; Infinity = work without open hours, null = neither. */
export const loadPercent = (loadHours: number, openHours: number): number | null => {
  if (openHours > 0) return Math.round((loadHours / openHours) * 100)
  return loadHours > 0 ? Number.POSITIVE_INFINITY : null
}

/** More planned work than open hours, in whole percent. */
const isOverCapacity = (loadHours: number, openHours: number): boolean => (loadPercent(loadHours, openHours) ?? 0) > 100

/** Work centers and pools over capacity in at least one of their weeks. */
export const countOverCapacity = (
  workCenters: readonly { readonly loadHours: readonly number[]; readonly openHours: readonly number[] }[],
): number =>
  workCenters.filter(({ loadHours, openHours }) =>
    loadHours.some((hours, week) => isOverCapacity(hours, openHours[week] ?? 0)),
  ).length
