import type { FloorReport } from '#contract/floor.ts'
import type { ReportedWork } from './apply-floor-report.ts'

type Work = Pick<ReportedWork, 'actualStartDate' | 'onHold'>

/** Pieces and progress mean that work goes on only if it had not begun. */
const begins = (kind: FloorReport['kind'], { actualStartDate, onHold }: Work): boolean =>
  actualStartDate === null && !onHold && ['pieces', 'progress', 'hoursLeft'].includes(kind)

/** What an accepted report says about the time on its operation; null = nothing. A resume continues only work that had begun. */
export const workOfReport = (kind: FloorReport['kind'], work: Work): 'start' | 'pause' | 'stop' | null => {
  if (kind === 'start' || begins(kind, work) || (kind === 'resume' && work.actualStartDate !== null)) return 'start'
  if (kind === 'pause') return 'pause'
  return kind === 'hold' || kind === 'done' ? 'stop' : null
}
