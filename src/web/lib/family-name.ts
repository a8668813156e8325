import type { Changeover } from '#contract/categories.ts'
import { formatHours } from './format-hours.ts'

/** The name of a setup family on screen. */
export const familyName = (family: string): string => family || 'no family'

/** 'White to Blue 2 h' */
export const changeoverText = ({ fromFamily, toFamily, hours }: Changeover): string =>
  `${familyName(fromFamily)} to ${familyName(toFamily)} ${formatHours(hours)}`
