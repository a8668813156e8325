import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { linkedTo } from '#domain/schedule/link-index.ts'
import { linkRefusal } from '#domain/schedule/link-refusal.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { CloseButton } from '#web/ui/close-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { swatch } from '../gantt/bar-look.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { link, unlink } from '../move/unlink.ts'
import { refusedField } from './refused-field.ts'

interface UnlinkButtonProps {
  readonly name: string
  readonly refusal: string | null
  readonly onUnlink: () => void
}

function UnlinkButton({ name, refusal, onUnlink }: UnlinkButtonProps) {
  const label = `Do not wait for ${name}`
  if (refusal === null) return <CloseButton label={label} onClose={onUnlink} />
  return <IconButton label={label} icon={<X />} size="small" disabledReason={refusal} />
}

interface OtherFieldProps {
  readonly others: readonly number[]
  readonly refusal: string | null
  readonly nameOf: (operation: number) => string
  readonly onChoose: (operation: number) => void
}

/** Adds a predecessor. */
function OtherField({ others, refusal, nameOf, onChoose }: OtherFieldProps) {
  const [chosen, setChosen] = useState('')
  const placeholder = 'Wait for another operation…'
  const look = { label: 'Wait for another operation', hideLabel: true, size: 'small', className: 'mt-1' } as const
  if (refusal !== null) {
    return (
      <Tooltip content={refusal}>
        <TextField {...look} placeholder={placeholder} value="" {...refusedField(refusal)} />
      </Tooltip>
    )
  }
  return (
    <SelectField
      {...look}
      placeholder={placeholder}
      value={chosen}
      options={others.map((other) => ({ value: String(other), label: nameOf(other) }))}
      onChange={(event) => {
        setChosen('')
        if (event.target.value !== '') onChoose(Number(event.target.value))
      }}
    />
  )
}

/** The predecessors of the operation. Each can be unlinked, and other operations of the project can be added. */
export function WaitsFor({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model, select } = gantt
  const refusal = planRefusal(gantt, operation)
  const title = useId()
  const { names, category } = model.data.operations
  const before = Array.from(linkedTo(model.predecessors, operation))
  const isOpen = !hasFlag(model, operation, 'completed')
  const project = at(model.projectOf, operation)
  const first = at(model.firstOperation, project)
  const others = isOpen
    ? Array.from({ length: at(model.firstOperation, project + 1) - first }, (_, i) => first + i).filter(
        (other) => linkRefusal(model, other, operation) === null,
      )
    : []
  if (before.length === 0 && others.length === 0) return null
  return (
    <section className="border-line border-t px-4 py-3" aria-labelledby={title}>
      <h3 id={title} className="mb-1 font-semibold">
        Waits for
      </h3>
      <ul>
        {before.map((other) => (
          <li key={other} className="flex items-center gap-1.5">
            <span
              className="size-2 shrink-0 rounded-mark"
              style={{ background: swatch(model.data.categories[category[other] ?? -1]?.color) }}
            />
            <button
              type="button"
              className="min-w-0 flex-1 truncate py-1 text-left hover:underline"
              onClick={() => select(other)}
            >
              {names[other]}
            </button>
            {isOpen && (
              <UnlinkButton
                refusal={refusal}
                name={names[other] ?? ''}
                onUnlink={() => unlink(gantt, other, operation)}
              />
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <OtherField
          refusal={refusal}
          others={others}
          nameOf={(other) => names[other] ?? ''}
          onChoose={(other) => link(gantt, other, operation)}
        />
      )}
    </section>
  )
}
