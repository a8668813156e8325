/** Bounds in days after the planned ship date, both inclusive. The late bins match the triage bins (3, 7 and 14 days). */
const latenessBins: readonly { readonly fromDays: number | null; readonly toDays: number | null }[] = [
  { fromDays: null, toDays: -14 },
  { fromDays: -13, toDays: -8 },
  { fromDays: -7, toDays: -4 },
  { fromDays: -3, toDays: -1 },
  { fromDays: 0, toDays: 0 },
  { fromDays: 1, toDays: 3 },
  { fromDays: 4, toDays: 7 },
  { fromDays: 8, toDays: 13 },
  { fromDays: 14, toDays: null },
]

/** Counts how many of `days` fall into each bin. */
export const binLateness = (days: readonly number[]) =>
  latenessBins.map((bin) => ({
    ...bin,
    projects: days.filter((day) => day >= (bin.fromDays ?? -Infinity) && day <= (bin.toDays ?? Infinity)).length,
  }))
