import {
  ChevronDown,
  CircleCheck,
  CirclePause,
  CirclePlay,
  Coffee,
  Layers,
  StickyNote,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { IntervalTime } from '#contract/vocabulary.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { DrawnOperation } from './drawn-work.ts'
import { NoteDialog, ReasonDialog } from './floor-dialogs.tsx'
import { HoursLeftDialog, PiecesDialog } from './floor-number-dialogs.tsx'
import { briefWords, factsOf, holdReasons, pauseReasons, stateOf, whyNotListed } from './floor-words.ts'
import { KindSwitch } from './kind-switch.tsx'
import type { NewReport } from './use-floor.ts'

const steps = [25, 50, 75] as const
/** Progress above this counts as done. */
const mostPercent = 95

type FloorCardProps = {
  operation: DrawnOperation
  centerName: string
  /** Open until the user collapses it. */
  isOpenAtFirst: boolean
  /** Opens the card and moves the focus to it, because its code was scanned. */
  onArrive: (() => void) | null
  dates: DateSettings
  nowMs: number
  scrapReasons: readonly string[]
  /** Whether reports say who worked, so that a second person can join. */
  asksWho: boolean
  /** Whether a start says if a person works, a machine by itself, or both. */
  asksKind: boolean
  onReport: (made: NewReport) => void
  /** Withdraws a waiting report; null while it is being sent. */
  onTakeBack: ((key: string) => void) | null
}

type Asked = 'hold' | 'pause' | 'pieces' | 'note' | 'hoursLeft'
type ActionsProps = Pick<FloorCardProps, 'operation' | 'onReport' | 'asksWho'> & { onAsk: (asked: Asked) => void }

/** 25, 50, 75 %, ten more than now, and the hours left. */
function ProgressSteps({ operation, onReport, onAsk }: Omit<ActionsProps, 'asksWho'>) {
  const { name, progressPercentage: now } = operation
  const next = Math.min(Math.round(now) + 10, mostPercent)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser.
    <div role="group" aria-label={`Progress of ${name}`} className="floor-actions floor-steps">
      <button
        type="button"
        className="floor-button"
        disabled={next <= now}
        onClick={() => onReport({ kind: 'progress', progressPercentage: next })}
      >
        +10 %
      </button>
      {steps.map((percent) => (
        <button
          key={percent}
          type="button"
          className="floor-button"
          aria-pressed={Math.round(now) === percent}
          onClick={() => onReport({ kind: 'progress', progressPercentage: percent })}
        >
          {percent} %
        </button>
      ))}
      <button
        type="button"
        className="floor-button"
        aria-label={`Hours left of ${name}`}
        onClick={() => onAsk('hoursLeft')}
      >
        Hours left
      </button>
    </div>
  )
}

const NoteButton = ({ name, onAsk }: { name: string; onAsk: ActionsProps['onAsk'] }) => (
  <button type="button" className="floor-button" aria-label={`Note on ${name}`} onClick={() => onAsk('note')}>
    <StickyNote />
    Note
  </button>
)

type TimeButtonsProps = Omit<ActionsProps, 'asksWho'> & { canJoin: boolean }

/** What started work offers besides its progress: pieces, a pause or its end, and a second person. */
function TimeButtons({ operation: { name, workingCount }, canJoin, onReport, onAsk }: TimeButtonsProps) {
  return (
    <div className="floor-actions">
      <button type="button" className="floor-button" aria-label={`Pieces of ${name}`} onClick={() => onAsk('pieces')}>
        <Layers />
        Pieces
      </button>
      {workingCount === 0 ? (
        <button
          type="button"
          className="floor-button"
          aria-label={`Resume ${name}`}
          onClick={() => onReport({ kind: 'resume' })}
        >
          <CirclePlay />
          Resume
        </button>
      ) : (
        <button type="button" className="floor-button" aria-label={`Pause ${name}`} onClick={() => onAsk('pause')}>
          <Coffee />
          Pause
        </button>
      )}
      {canJoin && (
        <button
          type="button"
          className="floor-button"
          aria-label={`Join ${name}`}
          onClick={() => onReport({ kind: 'start' })}
        >
          <UserPlus />
          Join
        </button>
      )}
    </div>
  )
}

/** The buttons that fit the state of the work. */
function Actions({ operation, asksWho, onReport, onAsk }: ActionsProps) {
  const { name, status, actualStartDate, closedReason } = operation
  if (closedReason !== '') {
    return (
      <>
        <p>{closedReason} It takes notes only.</p>
        <div className="floor-actions">
          <NoteButton name={name} onAsk={onAsk} />
        </div>
      </>
    )
  }
  if (status === 'On Hold') {
    return (
      <div className="floor-actions">
        <button
          type="button"
          className="floor-button floor-primary"
          aria-label={`Resume ${name}`}
          onClick={() => onReport({ kind: 'resume' })}
        >
          <CirclePlay />
          Resume
        </button>
        <NoteButton name={name} onAsk={onAsk} />
      </div>
    )
  }
  return (
    <>
      {actualStartDate && (
        <>
          <ProgressSteps operation={operation} onReport={onReport} onAsk={onAsk} />
          <TimeButtons
            operation={operation}
            canJoin={asksWho && operation.workingCount > 0}
            onReport={onReport}
            onAsk={onAsk}
          />
        </>
      )}
      <div className="floor-actions">
        {!actualStartDate && (
          <button
            type="button"
            className="floor-button floor-primary"
            aria-label={`Start ${name}`}
            onClick={() => onReport({ kind: 'start' })}
          >
            <CirclePlay />
            Start
          </button>
        )}
        <button
          type="button"
          className={`floor-button ${actualStartDate ? 'floor-primary' : ''}`}
          aria-label={`Done: ${name}`}
          onClick={() => onReport({ kind: 'done' })}
        >
          <CircleCheck />
          Done
        </button>
        <button type="button" className="floor-button" aria-label={`Hold ${name}`} onClick={() => onAsk('hold')}>
          <CirclePause />
          Hold
        </button>
        <NoteButton name={name} onAsk={onAsk} />
      </div>
    </>
  )
}

/** Withdraws the report while it waits. */
const UndoButton = ({ name, onUndo }: { name: string; onUndo: () => void }) => (
  <div className="floor-actions">
    <button type="button" className="floor-button" aria-label={`Undo: ${name} is not done`} onClick={onUndo}>
      <Undo2 />
      Undo
    </button>
  </div>
)

const Facts = ({ operation, dates, nowMs }: Pick<FloorCardProps, 'operation' | 'dates' | 'nowMs'>) => (
  <dl className="floor-facts">
    {factsOf(operation, dates, nowMs).map(({ label, value, isText }) => (
      <div key={label} className="contents">
        <dt>{label}</dt>
        <dd className={isText ? 'floor-notes' : undefined}>{value}</dd>
      </div>
    ))}
  </dl>
)

/** After a press the buttons change: the focus moves to the first of them instead of getting lost. */
const useKeptFocus = (state: string) => {
  const body = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the state.
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) body.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [state])
  return {
    body,
    notePress: () => {
      pressed.current = true
    },
  }
}

/** Moves the focus to the card once, and says so. */
const useArrival = (onArrive: FloorCardProps['onArrive'], open: () => void) => {
  const fold = useRef<HTMLButtonElement>(null)
  const opened = useRef(open)
  useEffect(() => {
    if (onArrive === null) return
    opened.current()
    fold.current?.focus()
    onArrive()
  }, [onArrive])
  return fold
}

type AskedDialogProps = Pick<FloorCardProps, 'operation' | 'scrapReasons' | 'onReport'> & {
  asked: Asked
  onClose: () => void
}

/** The dialog of a report that needs more than a press. */
function AskedDialog({ asked, operation: { name, hoursLeft }, scrapReasons, onReport, onClose }: AskedDialogProps) {
  const of = { name, onClose }
  switch (asked) {
    case 'hold':
      return (
        <ReasonDialog
          title={`Why is ${name} on hold?`}
          reasons={holdReasons}
          submitLabel="Hold"
          onSubmit={(reason) => onReport({ kind: 'hold', reason })}
          onClose={onClose}
        />
      )
    case 'pause':
      return (
        <ReasonDialog
          title={`Why does ${name} pause?`}
          reasons={pauseReasons}
          submitLabel="Pause"
          onSubmit={(reason) => onReport({ kind: 'pause', reason })}
          onClose={onClose}
        />
      )
    case 'pieces':
      return (
        <PiecesDialog {...of} reasons={scrapReasons} onSubmit={(pieces) => onReport({ kind: 'pieces', ...pieces })} />
      )
    case 'hoursLeft':
      return (
        <HoursLeftDialog
          {...of}
          hoursLeft={hoursLeft}
          onSubmit={(left) => onReport({ kind: 'hoursLeft', hoursLeft: left })}
        />
      )
    case 'note':
      return <NoteDialog {...of} onSubmit={(note) => onReport({ kind: 'note', note })} />
  }
}

type CardBodyProps = Pick<FloorCardProps, 'operation' | 'centerName' | 'dates' | 'nowMs' | 'asksWho' | 'onReport'> & {
  onAsk: (asked: Asked) => void
  /** Chooses who works, a person, a machine or both; false = it is not asked. */
  kind: ReactNode
  /** Withdraws the report that it is done; null while that is not possible. */
  onUndo: (() => void) | null
}

/** What the operation is about, and what can be reported; only the undo after it was reported as done. */
function CardBody({ operation, centerName, dates, nowMs, asksWho, kind, onReport, onAsk, onUndo }: CardBodyProps) {
  const { name, section, closedReason, isDone, progressPercentage, actualStartDate } = operation
  return (
    <>
      {section === 'scanned' && closedReason === '' && !isDone && (
        <p>{whyNotListed(operation, centerName, dates, nowMs)}</p>
      )}
      {actualStartDate && (
        <ProgressBar className="floor-bar" percent={progressPercentage} label={`Progress of ${name}`} />
      )}
      {isDone ? (
        onUndo && <UndoButton name={name} onUndo={onUndo} />
      ) : (
        <>
          <Facts operation={operation} dates={dates} nowMs={nowMs} />
          {kind}
          <Actions operation={operation} asksWho={asksWho} onReport={onReport} onAsk={onAsk} />
        </>
      )}
    </>
  )
}

/** One operation with its state; expanded, it shows everything that can be reported about it. */
export function FloorCard(props: FloorCardProps) {
  const { operation, isOpenAtFirst, onArrive, dates, nowMs, scrapReasons, asksKind, onReport, onTakeBack } = props
  const { name, isDone, waiting, actualStartDate } = operation
  const [chosen, setChosen] = useState(isOpenAtFirst ? true : null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [time, setTime] = useState<IntervalTime>('both')
  const bodyId = useId()
  const { tone, word, late } = stateOf(operation)
  const { body, notePress } = useKeptFocus(`${tone} ${actualStartDate === null} ${operation.workingCount > 0}`)
  const fold = useArrival(onArrive, () => setChosen(true))
  // An opened card stays open, so that nothing collapses under the user's hand when another card moves to the top.
  if (isOpenAtFirst && chosen === null) setChosen(true)
  const isOpen = isDone || chosen === true
  const report = (made: NewReport) => {
    notePress()
    setAsked(null)
    onReport(asksKind && (made.kind === 'start' || made.kind === 'resume') ? { ...made, time } : made)
  }
  const undo = (key: string) => {
    notePress()
    onTakeBack?.(key)
  }
  const done = waiting.find(({ report: { kind } }) => kind === 'done')
  return (
    <li className="floor-card" data-tone={tone} aria-label={name}>
      <button
        ref={fold}
        type="button"
        className="floor-fold"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        disabled={isDone}
        onClick={() => setChosen(!isOpen)}
      >
        <span className="floor-fold-text">
          <span className="floor-name">{name}</span>
          <span className="floor-small">{briefWords(operation, dates, nowMs)}</span>
        </span>
        {/* A real space, so that screen readers separate the words. */}
        <span className="floor-mark">
          {late && <b className="floor-late">{late}</b>} {word}
        </span>
        {!isDone && <ChevronDown aria-hidden="true" />}
      </button>
      <div id={bodyId} ref={body} className="floor-body" hidden={!isOpen}>
        {isOpen && (
          <CardBody
            {...props}
            onReport={report}
            kind={asksKind && <KindSwitch name={name} value={time} onChange={setTime} />}
            onAsk={setAsked}
            onUndo={done && onTakeBack ? () => undo(done.key) : null}
          />
        )}
      </div>
      {asked && (
        <AskedDialog
          asked={asked}
          operation={operation}
          scrapReasons={scrapReasons}
          onReport={report}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}
