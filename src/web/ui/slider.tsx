import * as Radix from '@radix-ui/react-slider'
import { classNames } from '#web/lib/class-names.ts'

export type SliderProps = {
  /** The accessible name. */
  label: string
  value: number
  onChange: (value: number) => void
  /** Called when the pointer is released or a key has moved the thumb. */
  onCommit?: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** The value as screen readers read it: '45 %'. */
  valueText?: string
  disabled?: boolean
  className?: string
}

/** A slider for one value; arrow keys move by `step` (5), Page keys by ten steps, Home and End to the ends. */
export function Slider(props: SliderProps) {
  const { label, value, onChange, onCommit, min = 0, max = 100, step = 5, valueText, disabled, className } = props
  return (
    <Radix.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      className={classNames('relative flex h-6 w-full touch-none items-center select-none', className)}
    >
      <Radix.Track className="relative h-1 grow overflow-hidden rounded-mark bg-press">
        <Radix.Range className={classNames('absolute h-full', disabled ? 'bg-line-2' : 'bg-primary')} />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        aria-disabled={disabled || undefined}
        className={classNames(
          'block size-4 rounded-full border-2 bg-surface',
          disabled
            ? 'cursor-default border-line-2'
            : 'cursor-grab border-primary-mark shadow-1 hover:bg-primary-tint active:cursor-grabbing',
        )}
      />
    </Radix.Root>
  )
}
