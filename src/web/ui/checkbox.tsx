import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ownColors } from './own-colors.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'size' | 'ref'> & {
  /** 'mixed' means partly checked. Omit it for an uncontrolled checkbox. */
  checked?: boolean | 'mixed'
  /** The visible label; without one, pass `aria-label`. */
  label?: ReactNode
  ref?: ComponentProps<'input'>['ref']
}

const look =
  'check relative size-check shrink-0 cursor-pointer appearance-none rounded-part border border-line-input bg-surface checked:border-primary-mark checked:bg-primary-mark indeterminate:border-primary-mark indeterminate:bg-primary-mark aria-invalid:border-crit disabled:cursor-not-allowed disabled:border-line-2 disabled:bg-sunken'

/** Makes the click area larger than the box. Omitted in rows, where a click beside the checkbox does the same. */
const wider = 'before:absolute before:-inset-2'

/** A single element without state, for tables with dozens of rows. The style sheet draws the check mark. */
export const RowCheckbox = (props: Required<Pick<ComponentProps<'input'>, 'aria-label' | 'checked' | 'onChange'>>) => (
  <input {...props} type="checkbox" className={look} style={ownColors} />
)

/** A checkbox with three states: a native control with a custom look. */
export function Checkbox({ checked, label, className, ref, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement | null>(null)
  const mixed = checked === 'mixed'
  // The state 'mixed' exists only as a property of the element, not as an attribute.
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  const box = (
    <input
      {...rest}
      id={inputId}
      type="checkbox"
      ref={(element) => {
        input.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      checked={checked === undefined ? undefined : checked === true}
      className={`${look} ${wider}`}
      style={ownColors}
    />
  )
  if (label == null) return className ? <span className={className}>{box}</span> : box
  return (
    <label htmlFor={inputId} className={classNames('inline-flex w-fit items-center gap-2', className)}>
      {box}
      <span>{label}</span>
    </label>
  )
}
