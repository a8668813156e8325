import { useState } from 'react'
import { Priority } from '#contract/fields.ts'
import { limits } from '#contract/vocabulary.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useTableScene } from '../table-scene.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** The priority of the projects that the operations belong to. */
export function PriorityDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const [text, setText] = useState(String(subject.row?.priority ?? ''))
  const priority = Priority.safeParse(text)
  const wrong = priority.success ? false : (priority.error.issues[0]?.message ?? 'Enter a whole number from 0 to 100')
  return (
    <ActionDialog
      title="Priority"
      subject={
        subject.row
          ? `Project #${subject.row.projectNumber} ${subject.row.projectName}`
          : `Projects of ${subject.title}`
      }
      submit="Set priority"
      disabledReason={wrong}
      busy={busy}
      onClose={onClose}
      onSubmit={() => priority.success && onRun({ kind: 'priority', priority: priority.data })}
    >
      <NumberField
        label="Priority, 0 to 100"
        min={0}
        max={100}
        step={1}
        inputMode="numeric"
        value={text}
        description="90 and above is critical, 70 high, 50 medium. The next run uses it."
        onChange={(event) => setText(event.target.value)}
      />
    </ActionDialog>
  )
}

export function DurationDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const [text, setText] = useState(String(subject.row?.durationHours ?? ''))
  const hours = Number(text)
  const wrong = text.trim() === '' || !(hours >= 0 && hours <= limits.maxDurationHours)
  return (
    <ActionDialog
      title="Duration"
      subject={subject.title}
      submit="Set duration"
      disabledReason={wrong && 'Working hours from 0 up'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'duration', durationHours: hours })}
    >
      <NumberField
        label="Working hours"
        unit="h"
        min={0}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ActionDialog>
  )
}

const noWorkCentre = 'none'

/** For many the choice begins empty: Enter alone takes no work centre away. */
export function WorkCentreDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const { categories } = useTableScene()
  const [choice, setChoice] = useState(subject.row ? (subject.row.categoryId ?? noWorkCentre) : '')
  return (
    <ActionDialog
      title="Work center"
      subject={subject.title}
      submit="Move to work center"
      disabledReason={choice === '' && 'Choose a work center'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'workCentre', categoryId: choice === noWorkCentre ? null : choice })}
    >
      <SelectField
        label="Work center"
        placeholder={subject.row ? undefined : 'Choose a work center'}
        options={[
          ...categories.map(({ categoryId: value, name }) => ({ value, label: name })),
          { value: noWorkCentre, label: 'No work center' },
        ]}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
    </ActionDialog>
  )
}
