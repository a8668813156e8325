import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { previewMove } from '../move/preview-move.ts'
import { refusedField } from './refused-field.ts'

const startSchema = (zone: string) =>
  z.object({
    startMs: preprocess(
      (text: string) => Date.parse(instantFromInput(text, zone) ?? ''),
      z.number('Enter a date and a time'),
    ),
  })

/** Previews a new start at once and stores it on Enter. Keyed by operation, start and zone, so that it follows new data. */
export function StartField({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model, clock, store } = gantt
  const placed = isPlaced(model, operation)
  const present = placed ? dateTimeInputValue(at(model.startMs, operation), clock.zone) : ''
  const { form, field, ...frame } = useContractForm({
    schema: startSchema(clock.zone),
    values: { startMs: present },
    mode: 'onSubmit',
  })
  const preview = (text: string) => {
    const instant = instantFromInput(text, clock.zone)
    if (instant === null || text === present) store.setState({ move: null })
    else previewMove(store, operation, Date.parse(instant), false, 'keyboard')
  }
  const move = form.handleSubmit(({ startMs }) => {
    if (frame.isDirty) gantt.commit(previewMove(store, operation, startMs, false, 'keyboard'))
  })
  const isOpen = !hasFlag(model, operation, 'completed') && !hasFlag(model, operation, 'started')
  if (!isOpen) return null
  const refusal = planRefusal(gantt, operation)
  const start = field('startMs')
  return (
    <Form
      className="flex items-end gap-2 border-line border-t px-4 py-3"
      frame={frame}
      disabledReason={refusal}
      onSubmit={move}
    >
      <Tooltip content={refusal}>
        <DateField
          label={placed ? 'Start' : 'Schedule at'}
          size="small"
          withTime
          className="min-w-0 flex-1"
          {...start}
          onChange={(event) => {
            preview(event.target.value)
            return start.onChange(event)
          }}
          {...refusedField(refusal)}
        />
      </Tooltip>
      <Button type="submit" size="small" disabled={!frame.isDirty} disabledReason={refusal}>
        {placed ? 'Move' : 'Schedule'}
      </Button>
    </Form>
  )
}
