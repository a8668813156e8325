import type { OperationActions } from '../use-operation-actions.ts'
import { DependenciesDialog } from './dependencies-dialog.tsx'
import { FailuresDialog } from './failures-dialog.tsx'
import { FreeSlotDialog } from './free-slot-dialog.tsx'
import { MaterialDialog } from './material-dialog.tsx'
import { NotesDialog } from './notes-dialog.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import { PhaseDialog } from './phase-dialog.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'
import { DurationDialog, PriorityDialog, WorkCenterDialog } from './small-dialogs.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'

const forms = {
  progress: ProgressDialog,
  reschedule: RescheduleDialog,
  freeSlot: FreeSlotDialog,
  notes: NotesDialog,
  priority: PriorityDialog,
  phase: PhaseDialog,
  duration: DurationDialog,
  workCentre: WorkCenterDialog,
  pool: PeopleDialog,
  material: MaterialDialog,
}

/** The open dialog of an action, and the list of failures. */
export function ActionDialogs({ actions }: { actions: OperationActions }) {
  const { dialog, failed, closeDialog, run, tryFirst, isTrying, snooze, forgetFailed } = actions
  if (failed) return <FailuresDialog answer={failed} onClose={forgetFailed} />
  if (!dialog) return null
  const { kind, subject } = dialog
  if (kind === 'dependencies') {
    return subject.row && <DependenciesDialog row={subject.row} onClose={closeDialog} />
  }
  if (kind === 'snooze') {
    const onSnooze = (untilDate: string, reason: string) => snooze(subject, untilDate, reason)
    return <SnoozeDialog subject={subject} onSnooze={onSnooze} onClose={closeDialog} />
  }
  const Form = forms[kind]
  return (
    <Form
      subject={subject}
      onRun={(action, basis) => run(subject, action, basis)}
      onTry={(action) => tryFirst(subject, action)}
      isTrying={isTrying}
      onClose={closeDialog}
    />
  )
}
