import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ownColors } from './own-colors.ts'
import { Tooltip } from './tooltip.tsx'

type Segment<Value extends string> = { value: Value; label: string; icon?: ReactNode; hideLabel?: boolean }

type SegmentedControlProps<Value extends string> = {
  /** The accessible name of the choice: 'Density'. */
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
  /** Why the other choices cannot be made now. They look disabled, stay focusable and show the reason in a tooltip. */
  disabledReason?: string | false | null
  className?: string
}

/** One choice of a few visible options: radio buttons drawn as one strip; arrow keys move. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, segments, onChange, size = 'small', disabledReason, className } = props
  const name = useId()
  const strip = (
    <fieldset
      style={ownColors}
      className={classNames(
        'inline-flex shrink-0 rounded border border-line-2 bg-sunken',
        size === 'small' ? 'h-control-sm' : 'h-control',
        disabledReason && 'cursor-default text-ink-off',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.hideLabel ? segment.label : undefined}
          className={classNames(
            '-my-px flex items-center gap-1.5 whitespace-nowrap rounded border border-transparent px-2.5 text-ink-2 first-of-type:-ml-px last-of-type:-mr-px hover:text-ink',
            'has-checked:border-line-2 has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 dark:has-checked:bg-press',
            disabledReason && 'not-has-checked:text-ink-off not-has-checked:hover:text-ink-off',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            aria-disabled={disabledReason ? true : undefined}
            onChange={() => disabledReason || onChange(segment.value)}
            className="sr-only"
          />
          {segment.icon}
          <span className={segment.hideLabel ? 'sr-only' : undefined}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  )
  return disabledReason ? <Tooltip content={disabledReason}>{strip}</Tooltip> : strip
}
