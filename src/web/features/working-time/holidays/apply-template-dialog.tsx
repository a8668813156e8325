import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { KnownHolidays } from '#domain/holidays/known-holidays.ts'
import { applyTemplateMutation } from '#web/api/working-time/holidays.mutations.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useChangeInForm } from '#web/components/working-time-change/use-change-in-form.tsx'
import { dateInputValue } from '#web/lib/date-input.ts'
import { formatDay } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toggled } from '#web/lib/toggled.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'

type TemplateDay = HolidayTemplate['items'][number]

const keyOf = ({ date, name }: TemplateDay) => `${date} ${name}`

const ChosenDays = z.object({ chosen: z.array(z.string()) })

/** Returns whether the organization is already closed on a day of a template. */
export const useIsThere = (): ((day: TemplateDay) => boolean) => {
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const known = new KnownHolidays()
  for (const holiday of holidays) if (holiday.categoryId === null) known.add(holiday)
  return (day) => known.has(day)
}

/** Selects upcoming days of a template and adds them. Optional days are not preselected. Mounting opens the dialog. */
export function ApplyTemplateDialog({ template, onClose }: { template: HolidayTemplate; onClose: () => void }) {
  const apply = useMutation(applyTemplateMutation(useQueryClient()))
  const isThere = useIsThere()
  const today = dateInputValue(Date.now(), useDateSettings().zone)
  const coming = template.items.filter(({ date }) => date >= today)
  const fresh = coming.filter((day) => !isThere(day))
  const { form, attempt, choice, ...frame } = useContractForm({
    schema: ChosenDays,
    values: { chosen: fresh.filter(({ optional }) => !optional).map(keyOf) },
  })
  const { value, onChange } = choice('chosen')
  const chosen = fresh.filter((day) => value.includes(keyOf(day))).map(({ name, date }) => ({ name, date }))
  const { ask, confirming, effect } = useChangeInForm(value)
  const count = formatCount(chosen.length, 'holiday')
  const submit = () =>
    ask({
      confirmLabel: 'Add to the calendar',
      change: { kind: 'holidays', holidays: chosen },
      act: () =>
        attempt(async () => {
          const answer = await apply.mutateAsync({ templateId: template.templateId, chosen })
          const { added, duplicates } = answer
          const already = duplicates.length > 0 ? `, ${duplicates.length} already there` : ''
          toast.success(`${formatCount(added.length, 'holiday')} added${already}`, undoAction(answer))
          onClose()
        }),
    })
  const none = coming.length === 0 ? 'All of its days have passed' : 'All of its days are already there'
  const refusal = fresh.length === 0 ? none : chosen.length === 0 && 'Choose a day'
  return (
    <FormDialog
      title={`Apply ${template.name}`}
      description="Choose the days on which the organization is closed."
      submitLabel={chosen.length > 0 ? `Add ${count}` : 'Add holidays'}
      busyLabel="Adding…"
      disabledReason={refusal || null}
      frame={frame}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      {...confirming}
    >
      {fresh.length > 1 && (
        <Checkbox
          label={`All ${formatCount(fresh.length, 'day')}`}
          checked={chosen.length === fresh.length || (chosen.length > 0 && 'mixed')}
          onChange={() => onChange(chosen.length === fresh.length ? [] : fresh.map(keyOf))}
        />
      )}
      {coming.length === 0 ? (
        <p className="text-ink-3">All of its days have passed.</p>
      ) : (
        <DayChoice days={coming} chosen={value} isThere={isThere} onChange={onChange} />
      )}
      {effect}
    </FormDialog>
  )
}

interface DayChoiceProps {
  readonly days: readonly TemplateDay[]
  readonly chosen: readonly string[]
  readonly isThere: (day: TemplateDay) => boolean
  readonly onChange: (chosen: string[]) => void
}

function DayChoice({ days, chosen, isThere, onChange }: DayChoiceProps) {
  const dates = useDateSettings()
  const toggle = (key: string) => onChange(toggled(chosen, key))
  return (
    <ul aria-label="Days" className="max-h-80 overflow-y-auto rounded border border-line">
      {days.map((day) => {
        const key = keyOf(day)
        const there = isThere(day)
        return (
          <li
            key={key}
            className="flex flex-wrap items-center justify-end gap-x-3 border-line border-b px-3 py-1.5 last:border-b-0"
          >
            <Checkbox
              className="grow"
              disabled={there}
              checked={there || chosen.includes(key)}
              onChange={() => toggle(key)}
              label={
                <span className="flex gap-3">
                  <span className="w-20 shrink-0 tabular-nums">{formatDay(day.date, dates)}</span>{' '}
                  <span>{day.name}</span>
                </span>
              }
            />
            {there ? (
              <span className="shrink-0 text-ink-3">Already there</span>
            ) : (
              day.optional && <span className="shrink-0 text-ink-3">Often a working day</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
