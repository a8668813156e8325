/** Bands of the priority ramp (specification 9): by the lowest priority in each, highest band first. */
export const priorityBands = ['90', '70', '50', '0'] as const
export type PriorityBand = (typeof priorityBands)[number]

export const bandWords: Record<PriorityBand, string> = {
  '90': '90 and more',
  '70': '70 to 89',
  '50': '50 to 69',
  '0': 'below 50',
}

/** The band a priority of 0-100 falls into. */
export const bandOf = (priority: number): PriorityBand => priorityBands.find((band) => priority >= Number(band)) ?? '0'
