import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { type IntervalTime, intervalTimes } from '#contract/vocabulary.ts'
import { type WorkInterval, WorkIntervalChange, WorkIntervalInput } from '#contract/work-intervals.ts'
import type { WorkerName } from '#contract/workers.ts'
import { workerNamesQuery } from '#web/api/floor/workers.queries.ts'
import { addIntervalMutation, correctIntervalMutation } from '#web/api/operations/work-intervals.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { namedPerson, PersonFields, type PersonValues, personOf } from './person-fields.tsx'
import { timeWords } from './time-words.ts'

interface IntervalValues extends PersonValues {
  startedAt: string
  endedAt: string
  time: IntervalTime
}

const withInstants = ({ startedAt, endedAt, person, workerName, time }: IntervalValues, zone: string) => ({
  time,
  ...namedPerson({ person, workerName }),
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
  people: readonly WorkerName[]
  schema: z.ZodMiniType<Input, IntervalValues>
  save: (input: Input) => Promise<object>
  onClose: () => void
}

function IntervalForm<Input>({ operation, interval, people, schema, save, onClose }: FormProps<Input>) {
  const { zone } = useDateSettings()
  const zoneNote = useZoneNote()
  const isRunning = interval !== null && interval.endedAt === null
  const separates = useQuery(tenantSettingsQuery()).data?.separatesMachineTime ?? false
  const { submit, field, choice, ...frame } = useContractForm({
    schema,
    values: {
      startedAt: dateTimeInputValue(interval?.startedAt, zone),
      endedAt: dateTimeInputValue(interval?.endedAt, zone),
      ...personOf(interval, people),
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
        <PersonFields people={people} interval={interval} person={choice('person')} name={field('workerName')} />
        {(separates || (interval !== null && interval.time !== 'both')) && (
          <SelectField
            label="Time of"
            options={intervalTimes.map((value) => ({ value, label: timeWords[value] }))}
            {...field('time')}
          />
        )}
      </div>
    </FormDialog>
  )
}

type DialogProps = { operation: Worked; onClose: () => void }

/** The names are read first, because they decide what the form asks. Without them it takes any name. */
const usePeople = (): readonly WorkerName[] | null => {
  const { data, isPending } = useQuery(workerNamesQuery())
  return isPending ? null : (data ?? [])
}

/** Adds a time on work. */
export function AddIntervalDialog(props: DialogProps) {
  const { zone } = useDateSettings()
  const people = usePeople()
  const { projectId, operationId } = props.operation
  const add = useMutation(addIntervalMutation(useQueryClient(), { projectId, operationId }))
  if (people === null) return null
  return <IntervalForm {...props} interval={null} people={people} schema={addedIn(zone)} save={add.mutateAsync} />
}

/** Corrects a time on work. */
export function CorrectIntervalDialog(props: DialogProps & { interval: WorkInterval }) {
  const { zone } = useDateSettings()
  const people = usePeople()
  const { operation, interval } = props
  const { projectId, operationId } = operation
  const correct = useMutation(correctIntervalMutation(useQueryClient(), { projectId, operationId }, interval))
  if (people === null) return null
  const schema = correctedIn(zone, interval.endedAt === null)
  return <IntervalForm {...props} people={people} schema={schema} save={correct.mutateAsync} />
}
