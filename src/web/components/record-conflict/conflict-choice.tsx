import { useId } from 'react'
import type { Side } from './merge-records.ts'

type ConflictChoiceProps = {
  label: string
  yours: string
  theirs: string
  value: Side
  onChange: (side: Side) => void
}

/** A field that both sides changed: the two values side by side, one of which is selected. */
export function ConflictChoice({ label, yours, theirs, value, onChange }: ConflictChoiceProps) {
  const name = useId()
  const options = [
    { side: 'yours', title: 'Yours', text: yours },
    { side: 'theirs', title: 'Theirs', text: theirs },
  ] as const
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="mb-1 text-ink-2 text-label">{label}</legend>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        {options.map(({ side, title, text }) => (
          <label
            key={side}
            className="flex min-w-0 cursor-pointer items-start gap-2 rounded border border-line-2 px-3 py-2 hover:bg-press has-checked:border-primary-line has-checked:bg-primary-tint has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1"
          >
            <input
              type="radio"
              name={name}
              checked={value === side}
              onChange={() => onChange(side)}
              className="mt-1 accent-primary-mark outline-none"
            />
            <span className="min-w-0">
              <span className="block text-ink-3 text-label">{title}</span>
              <span className="wrap-break-word line-clamp-6 whitespace-pre-wrap">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
