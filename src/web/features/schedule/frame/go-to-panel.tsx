import type { ReactElement } from 'react'
import { z } from 'zod/mini'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useGantt } from '../gantt-context.ts'
import { planSpan } from '../model/plan-span.ts'
import type { GoToProps } from './go-to.tsx'

const Day = z.object({ date: z.string().check(z.minLength(1, 'Enter a date')) })

/** Goes to a date, or shows the whole plan or the selected project in the window. */
function Ways({ scroller, onOpenChange }: Omit<GoToProps, 'open'>) {
  const { model, clock, store, selected } = useGantt()
  const { form, submit, field, ...frame } = useContractForm({ schema: Day, values: { date: '' }, mode: 'onSubmit' })
  const go = submit(async ({ date }) => {
    scroller.current?.toDate(clock.instantOf(Date.parse(`${date}T00:00:00Z`)))
    onOpenChange(false)
  })
  const disabledReason = form.watch('date') === '' && 'Enter a date'
  const showWhole = (projects: Iterable<number>) => {
    const span = planSpan(model, projects)
    if (span) scroller.current?.fit(...span)
    onOpenChange(false)
  }
  const project = selected >= 0 ? (model.projectOf[selected] ?? -1) : -1
  return (
    <>
      <Form className="flex items-end gap-2" frame={frame} disabledReason={disabledReason} onSubmit={go}>
        <DateField label="Date" size="small" className="min-w-0 flex-1" {...field('date')} />
        <Button type="submit" size="small" disabledReason={disabledReason}>
          Go
        </Button>
      </Form>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => showWhole(store.getState().order)}>
          Fit the plan
        </Button>
        {project >= 0 && (
          <Button size="small" onClick={() => showWhole([project])}>
            Fit this project
          </Button>
        )}
      </div>
    </>
  )
}

/** The button with the ways to go elsewhere. Only these know the plan, so that a newer one leaves the button as it is. */
export const GoToPanel = ({ trigger, scroller, open, onOpenChange }: GoToProps & { trigger: ReactElement }) => (
  <Popover label="Go to" className="w-72 p-4" open={open} onOpenChange={onOpenChange} trigger={trigger}>
    <Ways scroller={scroller} onOpenChange={onOpenChange} />
  </Popover>
)
