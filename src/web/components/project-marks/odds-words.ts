/** 'Too little finished work at Paint to give odds'. null = at no work center in particular. */
export const oddsGapWords = (workCenter: string | null): string =>
  workCenter === null
    ? 'Too little finished work to give odds'
    : `Too little finished work at ${workCenter} to give odds`

/** '64 %'. Samples cannot tell a certain end from a very likely one, so neither 0 nor 100 % is said. */
export const chanceWords = (chance: number): string => {
  const percent = Math.round(chance * 100)
  if (percent < 1) return 'under 1 %'
  return percent > 99 ? 'over 99 %' : `${percent} %`
}
