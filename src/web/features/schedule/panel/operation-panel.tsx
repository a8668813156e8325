import { CirclePause, Pin, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { hourMs } from '#domain/time/units.ts'
import { Button } from '#web/ui/button.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { centerName, projectNumber, workWords } from '../frame/bar-words.ts'
import { swatch } from '../gantt/bar-look.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal, reportRefusal } from '../model/center-refusals.ts'
import { fieldsWrite } from '../move/write-of.ts'
import type { PlanFields } from '../schedule-write.ts'
import { HoldsUp } from './holds-up.tsx'
import { IfMoved } from './if-moved.tsx'
import { StartField } from './start-field.tsx'
import { WaitsFor } from './waits-for.tsx'
import { WhyThen } from './why-then.tsx'
import { WorkFields } from './work-fields.tsx'

/** An operation as its time on work needs it. */
export interface TimedOperation {
  readonly projectId: string
  readonly operationId: string
  readonly categoryId: string | null
  readonly onHold: boolean
  readonly isDone: boolean
}

interface OperationPanelProps {
  readonly operation: number
  /** The dates of the operation, by its ids. */
  readonly outlookOf?: (projectId: string, operationId: string) => ReactNode
  /** The time on the operation. */
  readonly workTimeOf?: (operation: TimedOperation) => ReactNode
}

interface ButtonsProps {
  readonly operation: number
  readonly ids: { readonly projectId: string; readonly operationId: string }
}

function Buttons({ operation, ids: { projectId, operationId } }: ButtonsProps) {
  const gantt = useGantt()
  const { model } = gantt
  const [pinned, onHold] = [hasFlag(model, operation, 'pinned'), hasFlag(model, operation, 'onHold')]
  const toPlan = { size: 'small', disabledReason: planRefusal(gantt, operation) } as const
  const toReport = { size: 'small', disabledReason: reportRefusal(gantt, operation) } as const
  const change = (fields: PlanFields) => gantt.write(fieldsWrite(model, operation, fields))
  return (
    <>
      <Button {...toPlan} icon={<Pin />} pressed={pinned} onClick={() => change({ pinned: !pinned })}>
        {pinned ? 'Pinned' : 'Pin'}
      </Button>
      <Button {...toReport} icon={<CirclePause />} pressed={onHold} onClick={() => change({ onHold: !onHold })}>
        {onHold ? 'On hold' : 'Hold'}
      </Button>
      <Button
        {...toReport}
        icon={<SlidersHorizontal />}
        onClick={() => gantt.open({ kind: 'operation', projectId, operationId })}
      >
        Progress
      </Button>
    </>
  )
}

/** The selected operation: reasons for its start, a field for a new start, waiting operations, and its actions. */
export function OperationPanel({ operation, outlookOf, workTimeOf }: OperationPanelProps) {
  const gantt = useGantt()
  const { model, clock, select, openProject } = gantt
  const { ids, names, category, durationHours, progressPercentage, sequences } = model.data.operations
  const project = at(model.projectOf, operation)
  const [projectId, operationId] = [model.data.projects.ids[project] ?? '', ids[operation] ?? '']
  const workKey = `work ${operation} ${at(durationHours, operation)} ${at(progressPercentage, operation)}`
  return (
    <SidePanel
      overline={
        <button
          type="button"
          className="text-left text-primary-text hover:underline"
          onClick={() => openProject(project)}
        >
          <span className="whitespace-nowrap">{projectNumber(gantt, project)}</span>{' '}
          {model.data.projects.names[project]}
        </button>
      }
      title={names[operation]}
      onClose={() => select(-1)}
      className="w-76 text-body max-md:w-full"
      footer={
        !hasFlag(model, operation, 'completed') && <Buttons operation={operation} ids={{ projectId, operationId }} />
      }
    >
      <p className="flex items-center gap-1.5 px-4 pb-3 text-ink-2 text-label tabular-nums">
        <span
          className="size-2 rounded-mark"
          style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
        />
        {centerName(gantt, operation)}
        <span className="ml-2">{workWords(gantt, operation, at(durationHours, operation) * hourMs)}</span>
        <span className="ml-2">Seq {at(sequences, operation)}</span>
      </p>
      {outlookOf?.(projectId, operationId)}
      <WhyThen operation={operation} />
      <StartField key={`${operation} ${at(model.startMs, operation)} ${clock.zone}`} operation={operation} />
      <WorkFields key={workKey} operation={operation} />
      {workTimeOf?.({
        projectId,
        operationId,
        categoryId: model.data.categories[category[operation] ?? -1]?.categoryId ?? null,
        onHold: hasFlag(model, operation, 'onHold'),
        isDone: hasFlag(model, operation, 'completed'),
      })}
      <IfMoved operation={operation} />
      <WaitsFor operation={operation} />
      <HoldsUp operation={operation} />
    </SidePanel>
  )
}
