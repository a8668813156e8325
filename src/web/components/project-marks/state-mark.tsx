import type { ProjectState } from '#contract/vocabulary.ts'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'

/** The name of each state and its mark. */
export const stateLooks: Record<ProjectState, { word: string; kind: MarkKind }> = {
  late: { word: 'Late', kind: 'late' },
  atRisk: { word: 'At risk', kind: 'atRisk' },
  onTime: { word: 'On time', kind: 'onTime' },
  complete: { word: 'Complete', kind: 'done' },
  onHold: { word: 'On hold', kind: 'onHold' },
  cancelled: { word: 'Cancelled', kind: 'cancelled' },
  unscheduled: { word: 'Not scheduled', kind: 'unscheduled' },
}

/** The state of a project relative to its ship date: icon and word. */
export const StateMark = ({ state }: { state: ProjectState }) => (
  <Mark kind={stateLooks[state].kind}>{stateLooks[state].word}</Mark>
)
