import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
import type { OperationValues } from './operation-values.ts'

type MaterialFieldsProps = {
  editor: ContractForm<OperationValues, OperationInput>
  others: readonly Operation[]
}

/** The material-ready date and the material. Collapsed behind "More" in a project in which no operation waits for material. */
export function MaterialFields({ editor: { form, field }, others }: MaterialFieldsProps) {
  const [isOpen, setOpen] = useState(
    () =>
      form.getValues('materialReadyDate') !== '' ||
      form.getValues('materialNote') !== '' ||
      others.some(({ materialReadyDate }) => materialReadyDate !== null),
  )
  if (!isOpen) {
    return (
      <span className="col-span-6">
        <Button size="small" variant="ghost" icon={<ChevronDown />} aria-expanded={false} onClick={() => setOpen(true)}>
          More
        </Button>
      </span>
    )
  }
  return (
    <>
      <DateField
        label="Material ready"
        description="does not start before"
        className="col-span-6 md:col-span-2"
        {...field('materialReadyDate')}
      />
      <TextField
        label="Material"
        placeholder="Castings from the foundry"
        maxLength={200}
        autoComplete="off"
        className="col-span-6 md:col-span-4"
        {...field('materialNote')}
      />
    </>
  )
}
