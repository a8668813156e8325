import { classNames } from '#web/lib/class-names.ts'

export type InputSize = 'small' | 'medium' | 'large'

const sizes: Record<InputSize, string> = {
  small: 'h-control-sm px-2 text-body',
  medium: 'h-control px-2.5 text-body',
  large: 'h-10 px-3 text-field',
}

/** The box of all text inputs. Disabled and read-only inputs look different from each other and from normal ones. */
export const inputBox =
  'w-full min-w-0 rounded border border-line-input bg-surface text-ink aria-invalid:border-crit [&[readonly]]:bg-sunken disabled:border-line disabled:bg-sunken disabled:text-ink-off'

/** `icon` and `end` leave room for content over the ends of the input. */
export const inputClasses = (size: InputSize, options: { icon?: boolean; end?: boolean } = {}) =>
  classNames(inputBox, sizes[size], options.icon && 'pl-8', options.end && 'pr-9')
