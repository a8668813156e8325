interface Estimated {
  readonly durationHours: number
  readonly quantity: number | null
}

/** Hours to make the scrapped pieces again, by the estimate, to a hundredth; null = the operation is not counted in pieces. */
export const reworkHours = ({ durationHours, quantity }: Estimated, scrap: number): number | null =>
  quantity ? Math.round((durationHours / quantity) * scrap * 100) / 100 : null
