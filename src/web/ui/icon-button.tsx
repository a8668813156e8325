import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'title' | 'aria-label' | 'children'> & {
  /** The accessible name, also shown as tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  pressed?: boolean
  busy?: boolean
  disabledReason?: string | false | null
  shortcut?: string
  /** A badge over its corner, such as `<Badge count={3} />`. */
  badge?: ReactNode
}

/** A square icon button; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'medium',
  pressed,
  busy = false,
  disabled,
  disabledReason,
  shortcut,
  badge,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const off = Boolean(disabled || disabledReason)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!off && !busy) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tooltip content={disabledReason ? `${label}: ${disabledReason}` : label} shortcut={shortcut}>
      <button
        type={type}
        aria-label={label}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
        aria-pressed={pressed}
        className={classNames(
          'relative',
          buttonClasses({ variant, size, square: true, on: pressed, disabled: off }),
          className,
        )}
        onClick={click}
        {...rest}
      >
        {busy ? <Spinner /> : icon}
        {badge && <span className="absolute -top-0.5 -right-0.5">{badge}</span>}
      </button>
    </Tooltip>
  )
}
