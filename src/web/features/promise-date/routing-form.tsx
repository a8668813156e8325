import { z } from 'zod/mini'
import type { Category } from '#contract/categories.ts'
import { Priority, preprocess } from '#contract/fields.ts'
import type { ListedProject } from '#contract/projects.ts'
import type { PromiseQuestion, RoutingStep } from '#contract/promise-date.ts'
import type { RoutingTemplate } from '#contract/routing-templates.ts'
import { readRouting } from '#domain/promise-date/read-routing.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { RoutingSource } from './promise-date-screen.tsx'

/** The texts of the controls as a question. */
const questionSchema = (centers: readonly Category[], zone: string) =>
  z.pipe(
    z.object({
      operations: z.pipe(
        z.string(),
        z.transform((text, { issues }): RoutingStep[] => {
          const refuse = (message: string) => issues.push({ code: 'custom', input: text, message })
          const { steps, problems } = readRouting(text, centers)
          if (problems.length > 0) refuse(`${formatCount(problems.length, 'line')} cannot be read.`)
          else if (steps.length === 0) refuse('Name at least one operation')
          return [...steps]
        }),
      ),
      priority: preprocess((text: string) => text, Priority),
      earliestStart: z.string(),
    }),
    z.transform(
      ({ earliestStart, ...question }): PromiseQuestion => ({
        ...question,
        earliestStart: instantFromInput(earliestStart, zone),
      }),
    ),
  )

/** Under the text: what is read from it so far, and every line that cannot be read. */
function ReadLines({ text, centers }: { text: string; centers: readonly Category[] }) {
  if (text.trim() === '') return null
  const { steps, problems } = readRouting(text, centers)
  const hours = steps.reduce((sum, { durationHours }) => sum + durationHours, 0)
  return (
    <div className="text-label">
      <p className="text-ink-2 tabular-nums">
        {formatCount(steps.length, 'operation')}, {formatHours(hours)}
      </p>
      {problems.length > 0 && (
        <ul aria-label="Lines that cannot be read" className="mt-1 max-h-60 overflow-auto text-crit-text">
          {problems.map(({ line, message }) => (
            <li key={line}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type RoutingFormProps = {
  from: RoutingSource
  onFrom: (from: RoutingSource) => void
  /** The lines of operations with which it begins. */
  initial: string
  centers: readonly Category[]
  projects: readonly ListedProject[]
  templates: readonly RoutingTemplate[]
  onAsk: (question: PromiseQuestion) => Promise<unknown>
}

/** The work that somebody asks about: its operations as lines, its priority and its earliest start. */
export function RoutingForm({ from, onFrom, initial, centers, projects, templates, onAsk }: RoutingFormProps) {
  const { zone } = useDateSettings()
  const { form, submit, field, ...frame } = useContractForm({
    schema: questionSchema(centers, zone),
    values: { operations: initial, priority: '50', earliestStart: '' },
    mode: 'onSubmit',
  })
  const text = form.watch('operations')
  const options = projects
    .filter(({ operationCount }) => operationCount > 0)
    .map((project) => ({ value: project.projectId, label: `#${project.projectNumber} ${project.projectName}` }))
  return (
    <Panel title="New work">
      <Form frame={{ ...frame, problem: null }} onSubmit={submit(onAsk)}>
        <SelectField
          label="Take the operations of a project"
          placeholder="None"
          value={from.project ?? ''}
          options={options}
          onChange={(event) => onFrom({ project: event.currentTarget.value || undefined })}
        />
        {templates.length > 0 && (
          <SelectField
            label="Or those of a routing template"
            placeholder="None"
            value={from.template ?? ''}
            options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
            onChange={(event) => onFrom({ template: event.currentTarget.value || undefined })}
          />
        )}
        <TextArea
          {...field('operations')}
          label="Operations"
          required
          rows={8}
          spellCheck={false}
          wrap="off"
          style={{ tabSize: 24 }}
          description="One on each line: name, work center, hours. Paste them from a spreadsheet. Each waits for the one before it, unless a fourth column has the numbers of those it waits for, or - for none."
          placeholder={'Cut\tSaw\t4\nWeld frame\tWelding\t12.5'}
        />
        <ReadLines text={text} centers={centers} />
        <div className="grid grid-cols-2 gap-4">
          <NumberField {...field('priority')} label="Priority" min={0} max={100} step={1} inputMode="numeric" />
          <DateField {...field('earliestStart')} label="Earliest start" />
        </div>
        <div>
          <Button type="submit" variant="primary" busy={frame.isBusy} busyLabel="Computing…">
            Show the dates
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
