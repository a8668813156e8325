import { Link } from '@tanstack/react-router'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { nextStepWords, remedyName } from '#web/components/remedies/remedy-names.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { isPlainStep } from './next-step.tsx'
import { useTableScene } from './table-scene.ts'

const oneLine = 'min-w-0 truncate block text-left leading-(--control-sm)'
const twoLines = 'min-w-0 overflow-hidden whitespace-normal block max-h-8 text-left text-label'
/** More than fits in one line of the column takes two lines, for which each row has room. */
const mostInOneLine = 28
const wordsLook = (words: string): string => (words.length > mostInOneLine ? twoLines : oneLine)
// Its label is aligned with the other text of the column.
const look = '-ml-2 min-w-0 shrink! text-primary-text'

/** What releases work on hold comes before what helps its project. */
const isRelease = ({ remedy: { code } }: OperationListRow): boolean =>
  code === 'releaseHold' || code === 'releasePredecessor'

/**
 * The next step: what helps the late project most, a link to the page where it can be tried, or else the first remedy of the operation, a
 * button if one click does it. Of a late project for which nothing is computed yet, only what is about reporting.
 */
export function RemedyButton({ row }: { row: OperationListRow }) {
  const { ask, run, runOn, change } = useTableScene()
  const { remedy } = row
  const words = remedyName(remedy)
  const { projectStep, latenessDays, projectId } = row
  const link = `${buttonClasses({ size: 'small', variant: 'ghost' })} ${look}`
  if (projectStep && !isRelease(row)) {
    const step = nextStepWords(projectStep, latenessDays)
    return (
      <Link to="/projects/$projectId" params={{ projectId }} title={step} className={link}>
        <span className={wordsLook(step)}>{step}</span>
      </Link>
    )
  }
  if (!words || ((latenessDays ?? 0) > 0 && !isPlainStep(remedy))) return null
  const button = (act: () => void) => (
    <Button size="small" variant="ghost" className={look} onClick={act}>
      <span className={wordsLook(words)} title={words}>
        {words}
      </span>
    </Button>
  )
  switch (remedy.code) {
    case 'releaseHold':
      return button(() => run(row, { kind: 'release' }))
    case 'releasePredecessor': {
      const held = remedy.operation
      return held && button(() => runOn(held.operationId, `#${held.projectNumber} ${held.name}`, { kind: 'release' }))
    }
    case 'finishPredecessor': {
      const first = remedy.operation
      if (!first) return null
      const { projectId, operationId } = first
      return (
        <Link
          to="/projects/$projectId/operations/$operationId"
          params={{ projectId, operationId }}
          title={words}
          className={link}
        >
          <span className={wordsLook(words)}>{words}</span>
        </Link>
      )
    }
    case 'reportProgress':
      return button(() => ask('progress', row))
    case 'startNow':
      return button(() => change(row, { actualStartDate: new Date().toISOString() }, `${row.name} started`))
    case 'reschedule':
      return button(() => ask('freeSlot', row))
    case 'raisePriority':
      return button(() => ask('priority', row))
    case 'unpin':
      return button(() => run(row, { kind: 'pin', pinned: false }))
    case 'addOvertime':
      return (
        <Link to="/shift-patterns" search={{ tab: 'exceptions' }} title={words} className={link}>
          <span className={wordsLook(words)}>{words}</span>
        </Link>
      )
    case 'materialSooner':
      return button(() => ask('material', row))
    case 'moveShipDate':
      return (
        <Link to="/projects/$projectId" params={{ projectId: row.projectId }} title={words} className={link}>
          <span className={wordsLook(words)}>{words}</span>
        </Link>
      )
    case 'none':
      return null
  }
}
