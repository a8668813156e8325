export { chanceWords } from '#domain/odds/chance-words.ts'

/** 'Too little finished work at Paint to give odds'. null = at no work center in particular. */
export const oddsGapWords = (workCenter: string | null): string =>
  workCenter === null
    ? 'Too little finished work to give odds'
    : `Too little finished work at ${workCenter} to give odds`
