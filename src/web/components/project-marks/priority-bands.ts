/** Priority bands by their lowest priority, highest band first. */
export const priorityBands = ['90', '70', '50', '0'] as const
export type PriorityBand = (typeof priorityBands)[number]

export const bandWords: Record<PriorityBand, string> = {
  '90': '90 and above',
  '70': '70 to 89',
  '50': '50 to 69',
  '0': 'below 50',
}

/** The band of a priority from 0 to 100. */
export const bandOf = (priority: number): PriorityBand => priorityBands.find((band) => priority >= Number(band)) ?? '0'
