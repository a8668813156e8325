import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { OperationInput } from '#contract/operations.ts'
import { applySetupChange } from '#domain/operations/setup-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
import type { OperationValues } from './operation-values.ts'

const names = ['setupHours', 'hoursPerPiece', 'quantity', 'transferBatch', 'setupFamily'] as const

/** Shows the duration computed from setup and pieces while they are typed. Returns true if there is such a duration. */
export const useSetupDuration = ({ form }: ContractForm<OperationValues, OperationInput>): boolean => {
  const [setup, perPiece, pieces] = useWatch({
    control: form.control,
    name: ['setupHours', 'hoursPerPiece', 'quantity'],
  })
  const hasSetup = setup.trim() !== '' || perPiece.trim() !== ''
  const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  const decision = applySetupChange(
    { durationHours: 0, setupHours: null, hoursPerPiece: null, quantity: null, transferBatch: null },
    { setupHours: numberOf(setup), hoursPerPiece: numberOf(perPiece), quantity: numberOf(pieces) },
  )
  const hours =
    hasSetup && decision.ok && Number.isFinite(decision.hours.durationHours) ? decision.hours.durationHours : null
  useEffect(() => {
    if (hours !== null && form.getValues('durationHours') !== String(hours))
      form.setValue('durationHours', String(hours))
  }, [form, hours])
  return hasSetup
}

/** Setup, time per piece, quantity and setup family of an operation. Collapsed behind a button if none of them is used. */
export function SetupFields({ editor: { form, field } }: { editor: ContractForm<OperationValues, OperationInput> }) {
  const [isOpen, setOpen] = useState(() => form.getValues(names).some((value) => value !== ''))
  if (!isOpen) {
    return (
      <span className="col-span-6">
        <Button size="small" variant="ghost" icon={<ChevronDown />} aria-expanded={false} onClick={() => setOpen(true)}>
          Setup and quantity
        </Button>
      </span>
    )
  }
  return (
    <fieldset className="col-span-6 grid grid-cols-6 gap-x-4 gap-y-3.5">
      <legend className="mb-1 text-ink-2 text-label">Setup and quantity</legend>
      <NumberField label="Setup" unit="h" min={0} className="col-span-3 md:col-span-1" {...field('setupHours')} />
      <NumberField
        label="Per piece"
        unit="h"
        min={0}
        className="col-span-3 md:col-span-1"
        {...field('hoursPerPiece')}
      />
      <NumberField label="Quantity" min={0} className="col-span-3 md:col-span-1" {...field('quantity')} />
      <NumberField
        label="Transfer batch"
        description="pieces that go on together: what comes next starts with the first of them"
        min={1}
        step={1}
        inputMode="numeric"
        className="col-span-6 md:col-span-3"
        {...field('transferBatch')}
      />
      <TextField
        label="Setup family"
        description="what its work center is set up for"
        placeholder="White"
        maxLength={60}
        autoComplete="off"
        className="col-span-6"
        {...field('setupFamily')}
      />
    </fieldset>
  )
}
