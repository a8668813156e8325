import type { ProjectRemedy } from '#contract/remedies.ts'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'

/** '74 late days in the shop instead of 260'; null if the remedy does not change them. */
export const shopWords = ({ lateDays, lateDaysBefore }: ProjectRemedy): string | null =>
  lateDays === null || lateDaysBefore === null || lateDays === lateDaysBefore
    ? null
    : `${formatCount(lateDays, 'late day')} in the shop instead of ${formatNumber(lateDaysBefore)}`

const becameLate = ({ latenessDaysBefore }: ProjectRemedy['delayed'][number]): boolean => latenessDaysBefore <= 0

/** '9 become late: #J-2414 4 d, #J-2416 4 d, #J-2424 4 d and 6 more' */
const newlyLateWords = ({ becomeLate, delayed }: ProjectRemedy): string => {
  const named = delayed.filter(becameLate)
  const names = named.map(({ projectNumber, latenessDays }) => `#${projectNumber} ${formatDays(latenessDays)}`)
  const more = becomeLate - named.length
  const list = `${names.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
  return `${formatNumber(becomeLate)} ${becomeLate === 1 ? 'becomes' : 'become'} late: ${list}`
}

/** '13 projects later, 9 become late: #J-2414 4 d and 8 more'; null if it delays no project. */
export const delayedWords = (remedy: ProjectRemedy): string | null => {
  const { delayed, laterProjects, becomeLate } = remedy
  // An older server sends no counts, and names only late projects.
  const later = Math.max(laterProjects, delayed.length)
  if (later === 0) return null
  const stillLate = delayed
    .filter((project) => !becameLate(project))
    .map(
      ({ projectNumber, latenessDays, latenessDaysBefore }) =>
        `#${projectNumber} ${formatDays(latenessDays)} late instead of ${formatDays(latenessDaysBefore)}`,
    )
  const late = Math.max(becomeLate, delayed.filter(becameLate).length)
  return [
    `${formatCount(later, 'project')} later`,
    late > 0 ? newlyLateWords({ ...remedy, becomeLate: late }) : 'none becomes late',
    ...stillLate,
  ].join(', ')
}

/** 'Going first would make 13 other projects late: 278 late days in the shop instead of 260.' */
export const goingFirstWords = (remedy: ProjectRemedy): string => {
  const { delayed, laterProjects, becomeLate } = remedy
  const late = Math.max(becomeLate, delayed.filter(becameLate).length)
  const later = Math.max(laterProjects, delayed.length)
  const cost =
    late > 0
      ? `make ${formatCount(late, 'other project')} late`
      : later > 0
        ? `end ${formatCount(later, 'other project')} later and make none late`
        : 'delay no other project'
  const shop = shopWords(remedy)
  return `Going first would ${cost}${shop ? `: ${shop}` : ''}.`
}

/** Whether it costs late days elsewhere: in another project, or in the shop as a whole. */
export const harms = ({ delayed, becomeLate, lateDays, lateDaysBefore }: ProjectRemedy): boolean =>
  becomeLate > 0 || delayed.length > 0 || (lateDays ?? 0) > (lateDaysBefore ?? Infinity)
