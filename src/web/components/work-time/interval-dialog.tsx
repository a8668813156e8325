import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { type IntervalTime, intervalTimes } from '#contract/vocabulary.ts'
import { type WorkInterval, WorkIntervalChange, WorkIntervalInput } from '#contract/work-intervals.ts'
import { addIntervalMutation, correctIntervalMutation } from '#web/api/operations/work-intervals.mutations.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

export const timeWords: Readonly<Record<IntervalTime, string>> = {
  both: 'Person and machine',
  attended: 'Person only',
  machine: 'Machine only',
}

interface IntervalValues {
  startedAt: string
  endedAt: string
  workerName: string
  time: IntervalTime
}

const withInstants = ({ startedAt, endedAt, ...rest }: IntervalValues, zone: string) => ({
  ...rest,
  startedAt: instantFromInput(startedAt, zone),
  endedAt: instantFromInput(endedAt, zone),
})

const addedIn = (zone: string) => preprocess((values: IntervalValues) => withInstants(values, zone), WorkIntervalInput)

/** An interval that is running may be corrected without an end. */
const correctedIn = (zone: string, isRunning: boolean) =>
  preprocess((values: IntervalValues) => {
    const { endedAt, ...rest } = withInstants(values, zone)
    return isRunning && values.endedAt === '' ? rest : { ...rest, endedAt }
  }, WorkIntervalChange)

type Worked = { readonly projectId: string; readonly operationId: string; readonly name: string }

type FormProps<Input> = {
  operation: Worked
  /** null = a new one. */
  interval: WorkInterval | null
  schema: z.ZodMiniType<Input, IntervalValues>
  save: (input: Input) => Promise<object>
  onClose: () => void
}

function IntervalForm<Input>({ operation, interval, schema, save, onClose }: FormProps<Input>) {
  const { zone } = useDateSettings()
  const zoneNote = useZoneNote()
  const isRunning = interval !== null && interval.endedAt === null
  const { submit, field, ...frame } = useContractForm({
    schema,
    values: {
      startedAt: dateTimeInputValue(interval?.startedAt, zone),
      endedAt: dateTimeInputValue(interval?.endedAt, zone),
      workerName: interval?.workerName ?? '',
      time: interval?.time ?? 'both',
    },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      title={interval ? 'Correct time on work' : 'Add time on work'}
      description={[operation.name, zoneNote].filter(Boolean).join('. ')}
      submitLabel={interval ? 'Save' : 'Add'}
      busyLabel="Saving…"
      frame={frame}
      onSubmit={submit(async (input) => {
        const saved = await save(input)
        toast.success(interval ? 'Time on work corrected' : 'Time on work added', undoAction(saved))
        onClose()
      })}
      onClose={onClose}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField withTime required label="From" {...field('startedAt')} />
        <DateField
          withTime
          required={!isRunning}
          label="To"
          {...(isRunning && { description: 'Leave empty: still running' })}
          {...field('endedAt')}
        />
        <TextField label="Worker" description="Leave empty if unknown" maxLength={200} {...field('workerName')} />
        <SelectField
          label="Time of"
          options={intervalTimes.map((value) => ({ value, label: timeWords[value] }))}
          {...field('time')}
        />
      </div>
    </FormDialog>
  )
}

type DialogProps = { operation: Worked; onClose: () => void }

/** Adds a time on work. */
export function AddIntervalDialog(props: DialogProps) {
  const { zone } = useDateSettings()
  const { projectId, operationId } = props.operation
  const add = useMutation(addIntervalMutation(useQueryClient(), { projectId, operationId }))
  return <IntervalForm {...props} interval={null} schema={addedIn(zone)} save={add.mutateAsync} />
}

/** Corrects a time on work. */
export function CorrectIntervalDialog(props: DialogProps & { interval: WorkInterval }) {
  const { zone } = useDateSettings()
  const { operation, interval } = props
  const { projectId, operationId } = operation
  const correct = useMutation(correctIntervalMutation(useQueryClient(), { projectId, operationId }, interval))
  return <IntervalForm {...props} schema={correctedIn(zone, interval.endedAt === null)} save={correct.mutateAsync} />
}
