import { z } from 'zod/mini'
import { Priority, preprocess } from '#contract/fields.ts'
import type { PromiseQuestion, RoutingStep } from '#contract/promise-date.ts'
import { routingCells } from '#domain/promise-date/read-routing.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { type ReadingAid, ReadLines, readLines, withAllColumns } from './read-lines.tsx'

/** The texts of the controls as a question. */
const questionSchema = (aid: ReadingAid, zone: string) =>
  z.pipe(
    z.object({
      operations: z.pipe(
        z.string(),
        z.transform((text, { issues }): RoutingStep[] => {
          const refuse = (message: string) => issues.push({ code: 'custom', input: text, message })
          const { steps, problems } = readLines(text, aid)
          if (problems.length > 0) refuse(`${formatCount(problems.length, 'line')} cannot be read.`)
          else if (steps.length === 0) refuse('Enter at least one operation')
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

/** The width of a column in spaces, so that the columns line up: a letter is about two spaces wide. */
const columnWidth = (text: string): number => {
  const longest = routingCells(text).reduce((most, cells) => Math.max(most, ...cells.map(({ length }) => length)), 0)
  return Math.min(80, Math.max(24, 2 * longest + 2))
}

type RoutingFormProps = {
  /** The initial lines of operations. */
  initial: string
  aid: ReadingAid
  onAsk: (question: PromiseQuestion) => Promise<unknown>
}

/** The work in question: its operations as lines, its priority and its earliest start. */
export function RoutingForm({ initial, aid, onAsk }: RoutingFormProps) {
  const { zone } = useDateSettings()
  const { form, submit, field, ...frame } = useContractForm({
    schema: questionSchema(aid, zone),
    values: { operations: initial, priority: '50', earliestStart: '' },
    mode: 'onSubmit',
  })
  const text = form.watch('operations')
  const { isTable, problems } = readLines(text, aid)
  return (
    <Form frame={{ ...frame, problem: null }} onSubmit={submit(onAsk)}>
      <TextArea
        {...field('operations')}
        label="Operations"
        required
        rows={8}
        spellCheck={false}
        wrap="off"
        style={{ tabSize: columnWidth(text) }}
        description="One per line: name, work center, hours. You can paste from a spreadsheet. Each one waits for the previous one. To change that, enter line numbers in a fourth column, or - for none. Columns for people and tools, alternatives, setup, pieces, material, lags and overlaps need their names in the first line."
        placeholder={'Cut\tSaw\t4\nWeld frame\tWelding\t12.5'}
      />
      <ReadLines text={text} aid={aid} />
      {!isTable && (
        <div>
          <Button
            size="small"
            disabledReason={problems.length > 0 && 'Correct the lines that cannot be read first'}
            onClick={() => form.setValue('operations', withAllColumns(text, aid))}
          >
            Show all columns
          </Button>
        </div>
      )}
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
  )
}
