import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'title'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon before the label, such as `<Plus />`. */
  icon?: ReactNode
  /** Content after the label: a chevron, a count, a key cap. */
  end?: ReactNode
  /** Makes the button a toggle: sets aria-pressed and the "on" look. */
  pressed?: boolean
  /** True while the action runs: a spinner replaces the icon, `busyLabel` the label; the width stays, and clicks are ignored. */
  busy?: boolean
  busyLabel?: string
  /** Why the button cannot be used now. It looks disabled, ignores clicks, stays focusable and shows the reason in a tooltip. */
  disabledReason?: string | false | null
  shortcut?: string
}

/** A button. With `disabled` or `disabledReason` it stays focusable (aria-disabled), so that the reason can be read. */
export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  end,
  pressed,
  busy = false,
  busyLabel,
  disabled,
  disabledReason,
  shortcut,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = Boolean(disabled || disabledReason)
  const blocked = off || busy
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  // The idle label stays as an invisible pseudo-element, which preserves the width and is not read by screen readers.
  const keptWidth = busy && busyLabel && typeof children === 'string'
  return (
    <Tooltip content={disabledReason || (shortcut ? children : undefined)} shortcut={shortcut}>
      <button
        type={type}
        className={classNames(buttonClasses({ variant, size, on: pressed, disabled: off }), className)}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        aria-pressed={pressed}
        onClick={click}
        {...rest}
      >
        {busy ? <Spinner /> : icon}
        <span
          data-idle={keptWidth ? children : undefined}
          className={
            keptWidth ? 'before:invisible before:block before:h-0 before:content-[attr(data-idle)]' : 'contents'
          }
        >
          {busy ? (busyLabel ?? children) : children}
        </span>
        {end}
      </button>
    </Tooltip>
  )
}
