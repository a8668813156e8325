import { z } from 'zod/mini'
import { DurationHours, Priority, preprocess } from '#contract/fields.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { DaysField } from '#web/components/operation-form/days-field.tsx'
import { useCenterChoices } from '#web/components/operation-form/use-center-choices.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { priorityWords } from '../../project-marks/priority-words.ts'
import { useTableScene } from '../table-scene.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const PriorityInput = z.object({ priority: Priority })

/** The priority of the projects that the operations belong to. */
export function PriorityDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { submit, field, ...frame } = useContractForm({
    schema: PriorityInput,
    values: { priority: String(subject.row?.priority ?? '') },
  })
  return (
    <ActionDialog
      title="Priority"
      subject={
        subject.row
          ? `Project #${subject.row.projectNumber} ${subject.row.projectName}`
          : `Projects of ${subject.title}`
      }
      submitLabel="Set priority"
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'priority', ...input }))}
      onTry={submit((input) => onTry({ kind: 'priority', ...input }))}
      isTrying={isTrying}
    >
      <NumberField
        label="Priority, 0 to 100"
        min={0}
        max={100}
        step={1}
        inputMode="numeric"
        description={`90 and above is critical, 70 high, 50 medium. ${priorityWords} The next run uses it.`}
        {...field('priority')}
      />
    </ActionDialog>
  )
}

const DurationInput = preprocess(
  (typed: { durationHours: string }) => typed,
  z.object({ durationHours: DurationHours }),
)

export function DurationDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { submit, field, choice, problemOf, ...frame } = useContractForm({
    schema: DurationInput,
    values: { durationHours: String(subject.row?.durationHours ?? '') },
  })
  return (
    <ActionDialog
      title="Duration"
      subject={subject.title}
      submitLabel="Set duration"
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'duration', ...input }))}
      onTry={submit((input) => onTry({ kind: 'duration', ...input }))}
      isTrying={isTrying}
    >
      {subject.row?.categoryOutside ? (
        <DaysField error={problemOf('durationHours')} {...choice('durationHours')} />
      ) : (
        <NumberField
          label={subject.row ? 'Working hours' : 'Hours'}
          description={subject.row ? undefined : 'Working hours, or calendar hours for outside work.'}
          unit="h"
          min={0}
          {...field('durationHours')}
        />
      )}
    </ActionDialog>
  )
}

const none = 'none'
const WorkCenterChoice = z.object({
  categoryId: z.pipe(
    z.string().check(z.minLength(1, 'Choose a work center')),
    z.transform((choice) => (choice === none ? null : choice)),
  ),
})

/** For several operations no work center is preset, so that Enter alone removes none. */
export function WorkCenterDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { options, mayBeNone, help } = useCenterChoices(useTableScene().categories, subject.row?.categoryId ?? '')
  const { submit, field, ...frame } = useContractForm({
    schema: WorkCenterChoice,
    values: { categoryId: subject.row ? (subject.row.categoryId ?? none) : '' },
  })
  return (
    <ActionDialog
      title="Work center"
      subject={subject.title}
      submitLabel="Move to work center"
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'workCentre', ...input }))}
      onTry={submit((input) => onTry({ kind: 'workCentre', ...input }))}
      isTrying={isTrying}
    >
      <SelectField
        label="Work center"
        placeholder={subject.row ? undefined : 'Choose a work center'}
        description={help}
        options={mayBeNone ? [...options, { value: none, label: 'No work center' }] : options}
        {...field('categoryId')}
      />
    </ActionDialog>
  )
}
