import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'size' | 'ref'> & {
  /** 'mixed': some of what it stands for. Left out: uncontrolled. */
  checked?: boolean | 'mixed'
  /** Words beside it; without them give `aria-label`. */
  label?: ReactNode
  ref?: ComponentProps<'input'>['ref']
}

const look =
  'check relative size-check shrink-0 cursor-pointer appearance-none rounded-part border border-line-input bg-surface checked:border-primary-fill checked:bg-primary-fill indeterminate:border-primary-fill indeterminate:bg-primary-fill aria-invalid:border-crit disabled:cursor-not-allowed disabled:border-line-2 disabled:bg-sunken'

/** More than is seen of it can be hit. Not in rows: there a click beside the checkbox does the same. */
const wider = 'before:absolute before:-inset-2'

/** One element without a state of its own, for rows: tables have dozens of them. The style sheet cuts the tick out of it. */
export const RowCheckbox = (props: Required<Pick<ComponentProps<'input'>, 'aria-label' | 'checked' | 'onChange'>>) => (
  <input {...props} type="checkbox" className={look} />
)

/** A checkbox with three states; the browser's own control under our drawing. */
export function Checkbox({ checked, label, className, ref, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement | null>(null)
  const mixed = checked === 'mixed'
  // "Some" exists only as a property of the element, not as an attribute.
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
