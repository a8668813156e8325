import { projectFlag, type ScheduleColumns } from '#contract/schedule.ts'

type Projects = Pick<ScheduleColumns['projects'], 'ids' | 'numbers' | 'flags' | 'dueMs'>

/** Compares by code units, independent of the locale. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isOver = (flags: number): number => ((flags & (projectFlag.completed | projectFlag.cancelled)) === 0 ? 0 : 1)

/** Order of projects in the schedule: active ones first, then by ship date, then by number. */
export const compareProjects = (a: Projects, rowA: number, b: Projects, rowB: number): number =>
  isOver(a.flags[rowA] ?? 0) - isOver(b.flags[rowB] ?? 0) ||
  (a.dueMs[rowA] || Number.MAX_SAFE_INTEGER) - (b.dueMs[rowB] || Number.MAX_SAFE_INTEGER) ||
  compareText(a.numbers[rowA] ?? '', b.numbers[rowB] ?? '') ||
  compareText(a.ids[rowA] ?? '', b.ids[rowB] ?? '')
