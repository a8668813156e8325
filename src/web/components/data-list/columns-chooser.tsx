import { Columns3 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Popover } from '#web/ui/popover.tsx'

export interface ColumnChoice {
  id: string
  title: string
}

type ColumnsChooserProps = {
  /** Columns that can be hidden, in order. */
  choices: readonly ColumnChoice[]
  shown: readonly string[]
  usual: readonly string[]
  /** Number of columns that cannot be hidden. */
  fixed?: number
  onChange: (shown: readonly string[]) => void
}

/** Lets the reader select the visible columns. */
export function ColumnsChooser({ choices, shown, usual, fixed = 1, onChange }: ColumnsChooserProps) {
  const toggle = (id: string) =>
    onChange(choices.map((choice) => choice.id).filter((item) => shown.includes(item) !== (item === id)))
  return (
    <Popover
      label="Columns"
      align="end"
      className="p-4"
      trigger={
        <Button size="small" icon={<Columns3 />} aria-haspopup="dialog">
          <span className="max-xl:sr-only">
            Columns{' '}
            <span className="ml-1.5 text-ink-3 tabular-nums">
              {shown.length + fixed} of {choices.length + fixed}
            </span>
          </span>
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ink-3 text-label">Columns shown</legend>
        {choices.map(({ id, title }) => (
          <Checkbox key={id} label={title} checked={shown.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
      <Button size="small" variant="ghost" className="mt-3" onClick={() => onChange(usual)}>
        Standard columns
      </Button>
    </Popover>
  )
}
