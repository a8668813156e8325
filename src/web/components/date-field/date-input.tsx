import './date-input.css'
import { CalendarDays } from 'lucide-react'
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Popover } from '#web/ui/popover.tsx'

const DateCalendar = lazyPart(() => import('./date-calendar.tsx').then(({ DateCalendar }) => DateCalendar))

/** Sets the value as typing does, so that React and form libraries notice it. */
function enter(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The keys that open the browser's own calendar. */
const opensCalendar = ({ key, altKey }: KeyboardEvent) =>
  key === 'F4' || key === ' ' || (altKey && (key === 'ArrowDown' || key === 'ArrowUp'))

export type DateInputProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'onBlur'> & {
  /** Whether to ask for a time as well: the value is 'yyyy-MM-ddTHH:mm' instead of 'yyyy-MM-dd' (lib/date-input.ts translates). */
  withTime?: boolean
  /** The element that takes the focus when the calendar closes. */
  focusAfter?: 'button' | 'input'
  /** Called when the focus leaves the input, its button and the calendar. */
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  /** Called when a value has been chosen in the calendar. */
  onChosen?: () => void
}

/** Focuses the day if the calendar code is already loaded; otherwise the calendar focuses it when it renders. */
function focusDay(event: Event) {
  const day =
    event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector<HTMLElement>('td [tabindex="0"]')
  if (!day) return
  event.preventDefault()
  day.focus()
}

const buttonClasses =
  'own-calendar absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-ink-3 hover:text-ink disabled:text-ink-off'

/** A date, typed part by part, with a button that opens a calendar; 1900-01-01 to 2099-12-31. */
export function DateInput(props: DateInputProps) {
  const { withTime = false, focusAfter = 'button', onChosen, ref, onBlur, onKeyDown, className, ...input } = props
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLInputElement)
  // The value shown in the open calendar; null while it is closed.
  const [shown, setShown] = useState<string | null>(null)
  const min = String(input.min ?? `1900-01-01${withTime ? 'T00:00' : ''}`)
  const max = String(input.max ?? `2099-12-31${withTime ? 'T23:59' : ''}`)
  const setOpen = (isOpen: boolean) => setShown(isOpen ? (field.current?.value ?? '') : null)
  const leave = (event: FocusEvent<HTMLElement>) => {
    const staysInside = event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)
    if (shown === null && !staysInside) onBlur?.(event)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!opensCalendar(event) || input.readOnly) return onKeyDown?.(event)
    event.preventDefault()
    setOpen(true)
  }
  const choose = (value: string) => {
    if (!field.current) return
    enter(field.current, value)
    setShown(value)
    onChosen?.()
  }
  const trigger = (
    <button
      type="button"
      aria-label="Choose a date"
      disabled={input.disabled}
      className={buttonClasses}
      // The input keeps the focus until the calendar takes it.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={leave}
    >
      <CalendarDays />
    </button>
  )
  return (
    <span ref={box} className="relative block w-full min-w-0">
      <input
        {...input}
        min={min}
        max={max}
        ref={field}
        type={withTime ? 'datetime-local' : 'date'}
        className={classNames(className, 'tabular-nums')}
        onBlur={leave}
        onKeyDown={press}
      />
      {!input.readOnly && (
        <Popover
          label="Choose a date"
          align="end"
          className="p-3"
          trigger={trigger}
          open={shown !== null}
          onOpenChange={setOpen}
          onOpenAutoFocus={focusDay}
          onCloseAutoFocus={(event) => {
            if (focusAfter === 'button') return
            event.preventDefault()
            field.current?.focus()
          }}
        >
          {/* As large as the calendar, so that it opens where there is room for it. */}
          <Suspense fallback={<div style={{ width: 224, height: withTime ? 336 : 300 }} />}>
            <DateCalendar
              withTime={withTime}
              min={min}
              max={max}
              value={shown ?? ''}
              isOptional={!input['aria-required']}
              onChoose={choose}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </Popover>
      )}
    </span>
  )
}
