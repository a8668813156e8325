import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ownColors } from './own-colors.ts'

export type ToggleProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: ReactNode
  /** One line of help below the label. */
  description?: ReactNode
}

/** A switch that takes effect at once, with its label at the left. */
export function Toggle({ label, description, className, ...rest }: ToggleProps) {
  const helpId = useId()
  return (
    <label className={classNames('flex items-center justify-between gap-4', className)}>
      <span>
        {label}
        {description != null && (
          <span id={helpId} className="block text-ink-3 text-label">
            {description}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-5 w-9 shrink-0" style={ownColors}>
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          aria-describedby={description != null ? helpId : undefined}
          className="peer size-full cursor-pointer appearance-none rounded-full border border-line-input bg-press transition-colors checked:border-primary-mark checked:bg-primary-mark disabled:cursor-not-allowed disabled:border-line-2 disabled:bg-sunken"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-ink-3 transition-transform duration-150 ease-out peer-checked:translate-x-4 peer-checked:bg-on-mark" />
      </span>
    </label>
  )
}
