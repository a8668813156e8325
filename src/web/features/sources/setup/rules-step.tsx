import type { DataSource, VanishedRule } from '#contract/data-sources.ts'
import type { ImportField } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { Form } from '#web/components/form/form.tsx'
import { toggled } from '#web/lib/toggled.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ClockFields } from '../fields/clock-fields.tsx'
import { vanishedRules } from '../source-words.ts'
import { schedulesOf } from './source-form.ts'
import type { SourceSetup } from './use-source-setup.ts'

const scheduleTitles: Readonly<Record<DataSource['schedule']['kind'], string>> = {
  arrival: 'When a file arrives',
  hourly: 'Every hour',
  daily: 'Daily',
}

/** The vanished rules in the order of their effect. */
const rules = (['keep', 'hold', 'cancel'] as const satisfies readonly VanishedRule[]).map((value) => ({
  value,
  label: vanishedRules[value].title,
}))

/** These say which record a row is about, so the source decides them. */
const identities: readonly ImportField[] = ['projectExternalId', 'projectNumber', 'operationExternalId']

/** Id of the form, for its button in the head of the page. */
export const rulesForm = 'source-rules'

type StepProps = { setup: SourceSetup }

/** When the data source runs. */
function ScheduleFields({ setup }: StepProps) {
  const { field, form, problemOf } = setup.form
  const kinds = schedulesOf[form.watch('origin.kind')]
  const kind = form.watch('schedule.kind')
  return (
    <Panel title="When it runs">
      <div className="flex flex-col gap-3.5 p-3">
        <SelectField
          label="Import"
          options={kinds.map((value) => ({ value, label: scheduleTitles[value] }))}
          description={
            kind === 'arrival'
              ? 'A new or changed file is imported within about two minutes.'
              : 'Time of your organization.'
          }
          {...field('schedule.kind')}
        />
        {kind !== 'arrival' && (
          <ClockFields
            kind={kind}
            minuteField={field('schedule.minute')}
            timeField={field('schedule.at')}
            dayField={(index) => form.register(`schedule.weekdays.${index}`)}
            noDay={problemOf('schedule.weekdays')}
          />
        )}
      </div>
    </Panel>
  )
}

/** What happens to records that the file no longer has, and when a run waits for a person. */
function CareFields({ setup }: StepProps) {
  const { field, form } = setup.form
  return (
    <Panel title="What a run may do">
      <div className="flex flex-col gap-3.5 p-3">
        <SelectField
          label="Projects and operations that are no longer in the file"
          options={rules}
          description={vanishedRules[form.watch('rules.vanished')].effect}
          {...field('rules.vanished')}
        />
        <NumberField
          label="Wait for a person if a run would change more than"
          unit="% of its records"
          min={1}
          max={100}
          step={1}
          required
          description="A file that was cut off, or exported with another filter, then changes nothing until you have seen it. A first run brings everything, so it waits as well, unless you import now."
          {...field('rules.mostChangedPercent')}
        />
      </div>
    </Panel>
  )
}

/** For each imported column, whether the source or a change made here wins. */
function OursFields({ setup }: StepProps) {
  const { value: ours, onChange } = setup.form.choice('rules.ours')
  const fields = setup.fields.filter((field) => !identities.includes(field))
  if (fields.length === 0) return null
  return (
    <Panel title="Changes made here" className="col-span-full">
      <fieldset className="flex flex-col gap-3 p-3">
        <legend className="sr-only">Columns in which changes made here stay</legend>
        <p className="text-ink-2">
          The source wins: what was changed here is replaced by its value. In the columns that you select, changes made
          here stay, and the run lists where the source differs.
        </p>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-2">
          {fields.map((field) => (
            <Checkbox
              key={field}
              label={fieldTitles[field]}
              checked={ours.includes(field)}
              onChange={() => onChange(toggled(ours, field))}
            />
          ))}
        </div>
      </fieldset>
    </Panel>
  )
}

/** The third step: when it runs, and what a run may do. */
export const RulesStep = ({ setup }: StepProps) => (
  <Form
    id={rulesForm}
    frame={setup.form}
    onSubmit={() => void setup.save(false)}
    className="grid w-full max-w-280 grid-cols-2 items-start gap-4 max-lg:max-w-140 max-lg:grid-cols-1"
  >
    <ScheduleFields setup={setup} />
    <CareFields setup={setup} />
    <OursFields setup={setup} />
  </Form>
)
