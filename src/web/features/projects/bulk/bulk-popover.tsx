import { ScanSearch } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Form } from '#web/components/form/form.tsx'
import { type ContractForm, type ContractFormOptions, useContractForm } from '#web/components/form/use-contract-form.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'

type BulkFormProps<Values extends FieldValues, Input> = Pick<
  ContractFormOptions<Values, Input>,
  'schema' | 'values'
> & {
  /** The label of the button: 'Set for 3 projects'. */
  apply: string
  onApply: (input: Input) => void
  /** Opens a proposal with the change before it is made. */
  onTry: (input: Input) => unknown
  children: (field: ContractForm<Values, Input>['field']) => ReactNode
}

function BulkForm<Values extends FieldValues, Input>(props: BulkFormProps<Values, Input>) {
  const { schema, values, apply, onApply, onTry, children } = props
  const refusal = useRefusal('planProjects')
  const tryRefusal = useRefusal('tryPlans')
  const { form, field, ...frame } = useContractForm<Values, Input>({ schema, values, mode: 'onSubmit' })
  return (
    <Form className="flex flex-col gap-3" frame={frame} disabledReason={refusal} onSubmit={form.handleSubmit(onApply)}>
      {children(field)}
      <Button type="submit" variant="primary" disabledReason={refusal}>
        {apply}
      </Button>
      <Button icon={<ScanSearch />} disabledReason={tryRefusal} onClick={form.handleSubmit(onTry)}>
        Try first
      </Button>
    </Form>
  )
}

type BulkPopoverProps<Values extends FieldValues, Input> = BulkFormProps<Values, Input> & {
  trigger: ReactElement
  label: string
}

/** One field and a button above the bulk bar. Enter applies the change. */
export function BulkPopover<Values extends FieldValues, Input>(props: BulkPopoverProps<Values, Input>) {
  const { trigger, label, onApply, ...form } = props
  const [open, setOpen] = useState(false)
  const applyAndClose = (input: Input) => {
    onApply(input)
    setOpen(false)
  }
  return (
    <Popover trigger={trigger} label={label} side="top" open={open} onOpenChange={setOpen} className="w-64 p-4">
      <BulkForm {...form} onApply={applyAndClose} />
    </Popover>
  )
}
