import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { CloseButton } from './close-button.tsx'
import { LayerContext } from './layer.ts'
import { useFocusReturn } from './use-focus-return.ts'

const focusable =
  'input:not([type=hidden], :disabled), select:enabled, textarea:enabled, button:enabled, a[href], [tabindex="0"]'
const widths = { small: 'md:max-w-110', medium: 'md:max-w-140', large: 'md:max-w-180' }

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** A line under the title. */
  description?: ReactNode
  /** 440, 560 or 720 px wide. */
  size?: keyof typeof widths
  /** A status chip at the right end of the title, in place of the closing cross. */
  status?: ReactNode
  children?: ReactNode
  /** The buttons, the primary one last. */
  footer?: ReactNode
  /** If false, Escape and a click outside do nothing. */
  dismissible?: boolean
  /** Receives the focus on opening; by default the first control of the body. */
  initialFocus?: RefObject<HTMLElement | null>
  /** 'alertdialog' when an answer is required. */
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog; below 768 px it slides up from the bottom at full width. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'medium', status, children, footer, role = 'dialog' } = props
  const { dismissible = true, initialFocus } = props
  const body = useRef<HTMLDivElement>(null)
  const returnFocus = useFocusReturn(open)
  const typed = useRef(false)
  // An accidental click outside must not discard typed text; Escape and Cancel are deliberate.
  const keepTyped = (event: Event) => (typed.current ? event.preventDefault() : keepOpen(event))
  const keepOpen = (event: Event) => {
    const onToast = event.target instanceof Element && event.target.closest('[data-sonner-toaster]')
    if (!dismissible || onToast) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          data-modal=""
          role={role}
          {...(description == null && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepTyped}
          onInteractOutside={keepTyped}
          onInput={() => {
            typed.current = true
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            typed.current = false
            const first = body.current?.querySelector<HTMLElement>(focusable)
            const chosen = initialFocus?.current ?? first ?? event.currentTarget
            if (chosen instanceof HTMLElement) chosen.focus()
          }}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-dialog flex max-h-[calc(100dvh-24px)] flex-col rounded-t border border-line-2 bg-raised shadow-3 focus:outline-none data-[state=closed]:animate-zoom-out data-[state=open]:animate-zoom-in',
            'md:top-[min(112px,12dvh)] md:bottom-auto md:mx-auto md:max-h-[calc(100dvh-min(112px,12dvh)-24px)] md:w-[calc(100vw-48px)] md:rounded',
            widths[size],
          )}
        >
          <LayerContext value="z-dialog-popover">
            <header className="flex items-start gap-3 px-5 pt-5 max-md:px-4 max-md:pt-4">
              <div className="min-w-0 grow">
                <Radix.Title className="font-semibold text-dialog">{title}</Radix.Title>
                {description != null && (
                  <Radix.Description className="mt-0.5 text-ink-3">{description}</Radix.Description>
                )}
              </div>
              {status === undefined
                ? dismissible && <CloseButton className="-mt-0.5 -mr-1.5 size-7" onClose={() => onOpenChange(false)} />
                : status}
            </header>
            <div ref={body} className="min-h-0 grow overflow-y-auto px-5 pt-4 pb-5 max-md:px-4">
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap items-center justify-end gap-2 rounded-b-inner border-line border-t bg-sunken px-5 py-3 max-md:px-4">
                {footer}
              </footer>
            )}
          </LayerContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
