import { z } from 'zod/mini'
import { Line } from '#contract/fields.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useTableScene } from '../table-scene.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** Sets when the material of the operations is ready. An empty text leaves the material of several operations unchanged. */
export function MaterialDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { dates } = useTableScene()
  const { row } = subject
  const { submit, field, ...frame } = useContractForm({
    schema: z.object({
      materialReadyDate: z.string().check(z.minLength(1, 'Choose a day')),
      materialNote: Line(),
    }),
    values: {
      materialReadyDate: dateInputValue(row?.materialReadyDate, dates.zone),
      materialNote: row?.materialNote ?? '',
    },
  })
  const action = (input: { materialReadyDate: string; materialNote: string }) => ({
    kind: 'material' as const,
    materialReadyDate: instantFromInput(input.materialReadyDate, dates.zone),
    materialNote: row === null && input.materialNote === '' ? undefined : input.materialNote,
  })
  return (
    <ActionDialog
      title="Material ready"
      subject={subject.title}
      submitLabel="Set date"
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun(action(input)))}
      onTry={submit((input) => onTry(action(input)))}
      isTrying={isTrying}
    >
      <DateField label="Ready on" description="No start before 8:00 on that day." {...field('materialReadyDate')} />
      <TextField label="Material" maxLength={200} autoComplete="off" {...field('materialNote')} />
    </ActionDialog>
  )
}
