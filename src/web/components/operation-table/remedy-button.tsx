import { Link } from '@tanstack/react-router'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { actionOfList, type ListAction } from '#domain/access/list-actions.ts'
import { nextStepWords, remedyName } from '#web/components/remedies/remedy-names.ts'
import { refusalOf, useActor } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { isPlainStep } from './next-step.tsx'
import { useTableScene } from './table-scene.ts'
import { listRefusal } from './use-operation-actions.ts'

const oneLine = 'min-w-0 truncate block text-left leading-(--control-sm)'
const twoLines = 'min-w-0 overflow-hidden whitespace-normal block max-h-8 text-left text-label'
/** A longer label takes two lines, for which each row has room. */
const mostInOneLine = 28
const wordsLook = (words: string): string => (words.length > mostInOneLine ? twoLines : oneLine)
// Aligns its label with the other text of the column.
const place = '-ml-2 min-w-0 shrink!'
const look = `${place} text-primary-text`

/** Releasing work on hold comes before remedies for its project. */
const isRelease = ({ remedy: { code } }: OperationListRow): boolean =>
  code === 'releaseHold' || code === 'releasePredecessor'

type StepButtonProps = { words: string; disabledReason: string | null; onClick: () => void }

const StepButton = ({ words, disabledReason, onClick }: StepButtonProps) => (
  <Button
    size="small"
    variant="ghost"
    className={disabledReason ? place : look}
    disabledReason={disabledReason}
    onClick={onClick}
  >
    <span className={wordsLook(words)} title={words}>
      {words}
    </span>
  </Button>
)

/**
 * The next step: the remedy that helps the late project most, as a link to the page where it can be tried, or otherwise
 * the first remedy of the operation, a button if one click is enough. For a late project without computed remedies,
 * only steps about reporting.
 */
export function RemedyButton({ row }: { row: OperationListRow }) {
  const { ask, run, runOn, change } = useTableScene()
  const actor = useActor()
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
  const refusalFor = (kind: ListAction) => listRefusal(actor, kind, row)
  const button = (disabledReason: string | null, onClick: () => void) => (
    <StepButton words={words} disabledReason={disabledReason} onClick={onClick} />
  )
  switch (remedy.code) {
    case 'releaseHold':
      return button(refusalFor('release'), () => run(row, { kind: 'release' }))
    case 'releasePredecessor': {
      // The row does not contain the work center of the other operation. The server checks access.
      if (!remedy.operation) return null
      const { operationId, projectNumber, name } = remedy.operation
      return button(refusalOf(actor, actionOfList.release), () =>
        runOn(operationId, `#${projectNumber} ${name}`, { kind: 'release' }),
      )
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
      return button(refusalFor('progress'), () => ask('progress', row))
    case 'startNow':
      return button(refusalFor('progress'), () =>
        change(row, { actualStartDate: new Date().toISOString() }, `${row.name} started`),
      )
    case 'reschedule':
      return button(refusalFor('freeSlot'), () => ask('freeSlot', row))
    case 'raisePriority':
      return button(refusalFor('priority'), () => ask('priority', row))
    case 'unpin':
      return button(refusalFor('pin'), () => run(row, { kind: 'pin', pinned: false }))
    case 'addOvertime':
      return (
        <Link to="/shift-patterns" search={{ tab: 'exceptions' }} title={words} className={link}>
          <span className={wordsLook(words)}>{words}</span>
        </Link>
      )
    case 'materialSooner':
      return button(refusalFor('material'), () => ask('material', row))
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
