import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { MorningPlanSettings } from '#contract/morning-plan.ts'
import type { TenantSettings } from '#contract/tenant-settings.ts'
import { type RunEffort, runEfforts } from '#contract/vocabulary.ts'
import { saveTenantSettingsMutation } from '#web/api/tenants/tenant-settings.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const effortWords: Record<RunEffort, string> = { quick: 'Quick', balanced: 'Balanced', thorough: 'Thorough' }

interface Values {
  isOn: boolean
  at: string
  /** By weekday, from Monday. */
  weekdays: boolean[]
  effort: RunEffort
  /** '' = a person applies each plan. */
  applyFromLateDays: string
}

const Input = preprocess(
  ({ weekdays, applyFromLateDays, ...values }: Values) => ({
    ...values,
    weekdays: weekdays.flatMap((chosen, index) => (chosen ? [index + 1] : [])),
    applyFromLateDays: applyFromLateDays.trim() === '' ? null : Number(applyFromLateDays),
  }),
  MorningPlanSettings,
)

const valuesOf = ({ isOn, at, weekdays: chosen, effort, applyFromLateDays }: MorningPlanSettings): Values => ({
  isOn,
  at,
  weekdays: dayNames.map((_, index) => chosen.includes(index + 1)),
  effort,
  applyFromLateDays: applyFromLateDays === null ? '' : String(applyFromLateDays),
})

/** Changes when the server proposes a plan by itself, and when it may apply it without a person. */
export function MorningPlanDialog({ settings, onClose }: { settings: TenantSettings; onClose: () => void }) {
  const save = useMutation({ ...saveTenantSettingsMutation(useQueryClient()), meta: { handled: true } })
  const {
    submit,
    field,
    form,
    choice: _choice,
    problemOf,
    ...frame
  } = useContractForm({ schema: Input, values: valuesOf(settings.morningPlan) })
  const noDay = problemOf('weekdays')
  return (
    <FormDialog
      title="Morning plan"
      description="Before the shift, the server computes what scheduling again would bring, and proposes it if it gains something."
      submitLabel="Save"
      busyLabel="Saving…"
      frame={frame}
      onSubmit={submit(async (morningPlan: z.infer<typeof MorningPlanSettings>) => {
        const saved = await save.mutateAsync({ morningPlan, version: settings.version })
        toast.success('Settings saved', undoAction(saved))
        onClose()
      })}
      onClose={onClose}
    >
      <Toggle label="Propose a plan in the morning" {...form.register('isOn')} />
      <TextField type="time" label="Time" description="Time of your organization." required {...field('at')} />
      <fieldset>
        <legend className="mb-1 text-ink-2 text-label">Days</legend>
        <div className="flex flex-wrap gap-3">
          {dayNames.map((name, index) => (
            <Checkbox key={name} label={name} {...form.register(`weekdays.${index}`)} />
          ))}
        </div>
        {noDay && (
          <p role="alert" className="mt-1 text-crit-text text-label">
            {noDay}
          </p>
        )}
      </fieldset>
      <SelectField
        label="Search"
        options={runEfforts.map((effort) => ({ value: effort, label: effortWords[effort] }))}
        {...field('effort')}
      />
      <NumberField
        label="Apply it without a person if it saves at least"
        unit="late days"
        min={1}
        max={1000}
        step={1}
        description="Only if no project becomes late and nothing moves in the freeze window. Empty: a person applies each plan."
        {...field('applyFromLateDays')}
      />
    </FormDialog>
  )
}
