/** Progress of a card as a fraction from 0 to 1; a value above 1 is treated as a percentage. */
export const progressFraction = (progress: number): number => {
  if (!Number.isFinite(progress)) return 0
  return Math.min(1, Math.max(0, progress > 1 ? progress / 100 : progress))
}

/** Progress in percent, 0 to 100. */
export const progressPercentage = (progress: number): number => progressFraction(progress) * 100
