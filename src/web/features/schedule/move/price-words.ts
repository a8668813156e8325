import type { MovedProject, MovesEffect } from '#contract/bulk-operations.ts'
import { latenessWords } from '#web/components/project-marks/lateness-mark.tsx'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'

/** One line of what a move would mean. */
export interface PriceLine {
  readonly text: string
  /** Whether it is a loss: a project becomes late, later or loses slack. */
  readonly isWorse: boolean
}

/** The most projects that are named. */
const mostNamed = 4

/** By how many days a project would be later; 0 when either end is unknown. */
const daysLost = ({ before, after }: MovedProject): number =>
  before.latenessDays === null || after.latenessDays === null ? 0 : after.latenessDays - before.latenessDays

const isChanged = ({ before, after }: MovedProject): boolean => before.latenessDays !== after.latenessDays

const becomesLate = ({ before, after }: MovedProject): boolean =>
  (after.latenessDays ?? 0) > 0 && before.latenessDays !== null && before.latenessDays <= 0

/** "#1050 becomes 2 d late", "#1042 0 d slack instead of 1", "#1037 9 d late instead of 8". */
const projectLine = (project: MovedProject): PriceLine => {
  const { projectNumber: number, before, after } = project
  const isWorse = daysLost(project) > 0
  if (becomesLate(project)) return { text: `#${number} becomes ${formatDays(after.latenessDays)} late`, isWorse }
  const [was, is] = [before.latenessDays, after.latenessDays]
  if (was === null || is === null) {
    return { text: `#${number} ${latenessWords(after)}`, isWorse: is === null }
  }
  const isSameSide = was > 0 === is > 0
  const old = isSameSide ? formatNumber(Math.abs(was)) : latenessWords(before)
  return { text: `#${number} ${latenessWords(after)} instead of ${old}`, isWorse }
}

/** "278 late days instead of 260"; null when they stay. */
const countLine = (before: number, after: number, one: string, many: string): PriceLine | null =>
  before === after
    ? null
    : { text: `${formatCount(after, one, many)} instead of ${formatNumber(before)}`, isWorse: after > before }

/**
 * What a move would mean: the project of the moved operation first, then those that become late, then those that lose most, and the whole
 * shop.
 */
export const priceLines = (effect: MovesEffect, ownProjectId: string): PriceLine[] => {
  const rank = (project: MovedProject) => (project.projectId === ownProjectId ? 2 : becomesLate(project) ? 1 : 0)
  const changed = effect.projects
    .filter(isChanged)
    .sort((a, b) => rank(b) - rank(a) || daysLost(b) - daysLost(a) || a.projectNumber.localeCompare(b.projectNumber))
  const named = changed.slice(0, mostNamed)
  const others = changed.slice(mostNamed)
  const worse = others.filter((project) => daysLost(project) > 0).length
  const { before, after, movedOperations } = effect
  const lines = [
    ...named.map(projectLine),
    worse > 0 && { text: `${formatCount(worse, 'more project')} become late or lose slack`, isWorse: true },
    others.length > worse && {
      text: `${formatCount(others.length - worse, 'more project')} end sooner`,
      isWorse: false,
    },
    countLine(before.lateDays, after.lateDays, 'late day', 'late days'),
    countLine(before.behindPlan, after.behindPlan, 'operation behind plan', 'operations behind plan'),
    changed.length === 0 && { text: "No project's end date changes", isWorse: false },
    {
      text: movedOperations === 1 ? '1 operation moves' : `${formatNumber(movedOperations)} operations move`,
      isWorse: false,
    },
  ]
  return lines.filter((line) => line !== false && line !== null)
}
