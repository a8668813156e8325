import { classNames } from '#web/lib/class-names.ts'

export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded border select-none transition-colors hover:duration-0 disabled:cursor-not-allowed disabled:text-ink-off'

const variants: Record<ButtonVariant, string> = {
  default: 'border-line-2 bg-surface text-ink hover:bg-hover active:bg-press',
  primary:
    'border-transparent bg-primary-fill font-semibold text-on-primary hover:bg-primary-fill-h active:bg-primary-fill-h',
  ghost: 'border-transparent text-ink hover:bg-hover active:bg-press',
  danger: 'border-transparent bg-crit font-semibold text-white hover:bg-crit/90 active:bg-crit/80',
}

const on = 'border-primary-line bg-primary-tint text-primary-text hover:bg-primary-tint-2 active:bg-primary-tint-2'
const openMenu =
  '[&[aria-haspopup][aria-expanded=true]]:border-primary-line [&[aria-haspopup][aria-expanded=true]]:bg-primary-tint [&[aria-haspopup][aria-expanded=true]]:text-primary-text'
const off = 'border-line bg-sunken text-ink-off'
const offGhost = 'border-transparent text-ink-off'

const heights: Record<ButtonSize, string> = {
  small: 'h-control-sm text-body',
  medium: 'h-control text-body',
  large: 'h-10 text-field',
}
const paddings: Record<ButtonSize, string> = { small: 'px-2', medium: 'px-3', large: 'px-4' }
const squares: Record<ButtonSize, string> = { small: 'w-control-sm', medium: 'w-control', large: 'w-10' }

type ButtonLook = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Icon only: as wide as it is high. */
  square?: boolean
  /** A pressed toggle, or the button of an open menu. */
  on?: boolean
  disabled?: boolean
}

/** The look of a button, also for a link that acts like one: `<Link className={buttonClasses({ variant: 'primary' })}>`. */
export const buttonClasses = ({ variant = 'default', size = 'medium', square, on: isOn, disabled }: ButtonLook = {}) =>
  classNames(
    base,
    heights[size],
    square ? squares[size] : paddings[size],
    disabled ? (variant === 'ghost' ? offGhost : off) : isOn ? on : variants[variant],
    !disabled && openMenu,
  )
