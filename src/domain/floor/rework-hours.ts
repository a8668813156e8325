interface Estimated {
  readonly durationHours: number
  readonly quantity: number | null
  /** Scrapped pieces whose rework the duration contains already. */
  readonly reworked: number
}

/** Hours to make scrapped pieces again, by the estimate, to a hundredth; null = the operation is not counted in pieces. */
export const reworkHours = ({ durationHours, quantity, reworked }: Estimated, scrap: number): number | null =>
  quantity ? Math.round((durationHours / (quantity + reworked)) * scrap * 100) / 100 : null
