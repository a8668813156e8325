import { useState } from 'react'
import type { ProposalDetails, ProposalMove } from '#contract/proposals.ts'
import type { RunProject } from '#contract/run-results.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { outcomeWords } from '#web/components/proposals/outcome-words.ts'
import { proposalTitle } from '#web/components/proposals/proposal-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { effectTitles, effectWords } from '#web/components/scheduling-run/run-effect-words.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'

interface Scene {
  dates: DateSettings
  nowMs: number
  names: ProposalDetails['names']
}

const dayWords = (instant: string | null, { dates }: Scene): string =>
  instant === null ? 'No date' : formatShipDate(dayOfEnd(instant), dates)

const projectColumns: readonly ListColumn<RunProject, Scene>[] = [
  {
    id: 'project',
    header: 'Project',
    meta: {
      plain: ({ projectNumber, projectName }) =>
        projectNumber === null ? 'Deleted project' : `#${projectNumber} ${projectName}`,
    },
  },
  { id: 'effect', header: 'Effect', meta: { plain: ({ kind }) => effectTitles[kind] } },
  {
    id: 'before',
    header: 'End before',
    meta: { plain: ({ completionBefore }, scene) => dayWords(completionBefore, scene) },
  },
  {
    id: 'after',
    header: 'End after',
    meta: { plain: ({ completionAfter }, scene) => dayWords(completionAfter, scene) },
  },
  { id: 'words', header: 'Difference', meta: { plain: (project) => effectWords(project) } },
  {
    id: 'moved',
    header: 'Operations moved',
    meta: { end: true, plain: ({ movedOperations }) => movedOperations },
  },
]

const timeWords = (instant: string | null, { dates, nowMs }: Scene): string =>
  instant === null ? 'No date' : formatShortDateTime(instant, dates, nowMs)

const moveColumns: readonly ListColumn<ProposalMove, Scene>[] = [
  {
    id: 'operation',
    header: 'Operation',
    meta: { plain: ({ operationId }, { names }) => names[operationId] ?? 'Deleted operation' },
  },
  {
    id: 'startBefore',
    header: 'Start before',
    meta: { plain: ({ startBefore }, scene) => timeWords(startBefore, scene) },
  },
  { id: 'endBefore', header: 'End before', meta: { plain: ({ endBefore }, scene) => timeWords(endBefore, scene) } },
  { id: 'startAfter', header: 'Start after', meta: { plain: ({ startAfter }, scene) => timeWords(startAfter, scene) } },
  { id: 'endAfter', header: 'End after', meta: { plain: ({ endAfter }, scene) => timeWords(endAfter, scene) } },
]

/** Prints the operations that a proposal moves, and the projects whose end it changes. */
export function ConsequencesPrint({ proposal }: { proposal: ProposalDetails }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { moves, projects, names, state } = proposal
  const scene = { dates, nowMs, names }
  const filters = [
    proposalTitle(proposal, { dates, nowMs }),
    outcomeWords(proposal, state === 'applied' ? 'did' : 'would'),
  ]
  return (
    <>
      <RowsPrint
        scene={scene}
        filters={filters}
        title="Operations that move"
        one="operation"
        rows={moves}
        columns={moveColumns}
        idOf={({ operationId }) => operationId}
      />
      <RowsPrint
        scene={scene}
        filters={filters}
        title="Projects that change"
        one="project"
        rows={projects}
        columns={projectColumns}
        idOf={({ projectId }) => projectId}
      />
    </>
  )
}
