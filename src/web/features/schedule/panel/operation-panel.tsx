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
import type { ScheduleGanttProps } from '../schedule-gantt.tsx'
import { HoldsUp } from './holds-up.tsx'
import { IfMoved } from './if-moved.tsx'
import { StartField } from './start-field.tsx'
import { WaitsFor } from './waits-for.tsx'
import { WhyThen } from './why-then.tsx'
import { WorkFields } from './work-fields.tsx'

/** The actions of the page on one operation. A missing action has no button. */
export interface OperationActions extends Pick<ScheduleGanttProps, 'onPin' | 'onHold' | 'onPredecessors'> {
  readonly onProgress?: (operationId: string) => void
  readonly onWork?: (operationId: string, fields: { durationHours?: number; progressPercentage?: number }) => void
  readonly outlookOf?: (projectId: string, operationId: string) => ReactNode
}

interface OperationPanelProps {
  readonly operation: number
  readonly actions: OperationActions
}

function Buttons({ operation, actions: { onPin, onHold: hold, onProgress } }: OperationPanelProps) {
  const gantt = useGantt()
  const { model } = gantt
  const id = model.data.operations.ids[operation] ?? ''
  const [pinned, onHold] = [hasFlag(model, operation, 'pinned'), hasFlag(model, operation, 'onHold')]
  const toPlan = { size: 'small', disabledReason: planRefusal(gantt, operation) } as const
  const toReport = { size: 'small', disabledReason: reportRefusal(gantt, operation) } as const
  return (
    <>
      {onPin && (
        <Button {...toPlan} icon={<Pin />} pressed={pinned} onClick={() => onPin(id, !pinned)}>
          {pinned ? 'Pinned' : 'Pin'}
        </Button>
      )}
      {hold && (
        <Button {...toReport} icon={<CirclePause />} pressed={onHold} onClick={() => hold(id, !onHold)}>
          {onHold ? 'On hold' : 'Hold'}
        </Button>
      )}
      {onProgress && (
        <Button {...toReport} icon={<SlidersHorizontal />} onClick={() => onProgress(id)}>
          Progress
        </Button>
      )}
    </>
  )
}

/** The selected operation: reasons for its start, a field for a new start, waiting operations, and its actions. */
export function OperationPanel({ operation, actions }: OperationPanelProps) {
  const gantt = useGantt()
  const { model, clock, select, openProject } = gantt
  const { ids, names, category, durationHours, progressPercentage, sequences } = model.data.operations
  const id = ids[operation] ?? ''
  const project = at(model.projectOf, operation)
  const overline = (
    <>
      <span className="whitespace-nowrap">{projectNumber(gantt, project)}</span> {model.data.projects.names[project]}
    </>
  )
  const workKey = `work ${operation} ${at(durationHours, operation)} ${at(progressPercentage, operation)}`
  const { onPin, onHold: hold, onProgress, outlookOf } = actions
  return (
    <SidePanel
      overline={
        openProject ? (
          <button
            type="button"
            className="text-left text-primary-text hover:underline"
            onClick={() => openProject(project)}
          >
            {overline}
          </button>
        ) : (
          overline
        )
      }
      title={names[operation]}
      onClose={() => select(-1)}
      className="w-76 text-body max-md:w-full"
      footer={
        !hasFlag(model, operation, 'completed') &&
        (onPin || hold || onProgress) && <Buttons operation={operation} actions={actions} />
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
      {outlookOf?.(model.data.projects.ids[project] ?? '', id)}
      <WhyThen operation={operation} />
      <StartField key={`${operation} ${at(model.startMs, operation)} ${clock.zone}`} operation={operation} />
      {actions.onWork && <WorkFields key={workKey} operation={operation} onWork={actions.onWork} />}
      <IfMoved operation={operation} />
      <WaitsFor operation={operation} />
      <HoldsUp operation={operation} />
    </SidePanel>
  )
}
