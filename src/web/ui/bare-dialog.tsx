import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { LayerContext } from './layer.ts'
import { useFocusReturn } from './use-focus-return.ts'

type BareDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name. */
  label: string
  /** Receives the focus `focusAfterMs` after opening. */
  focusOn: RefObject<HTMLElement | null>
  focusAfterMs: number
  className?: string
  children: ReactNode
}

const againMs = 50

/** A modal frame without title and buttons, 600 px wide, for content with its own header. */
export function BareDialog(props: BareDialogProps) {
  const { open, onOpenChange, label, focusOn, focusAfterMs, className, children } = props
  const returnFocus = useFocusReturn(open)
  // Not in `onOpenAutoFocus`, which is not called again when the frame is reopened while it closes.
  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout>
    let triesLeft = 40
    const take = () => {
      focusOn.current?.focus()
      // A page that is still loading behind it may hide the whole tree for a moment.
      if (document.activeElement !== focusOn.current && triesLeft-- > 0) timer = setTimeout(take, againMs)
    }
    timer = setTimeout(take, focusAfterMs)
    return () => clearTimeout(timer)
  }, [open, focusOn, focusAfterMs])
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          data-modal=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event) => {
            // Letters typed before the field is ready are added to it.
            if (event.target === event.currentTarget && event.key.length === 1) focusOn.current?.focus()
          }}
          className={classNames(
            'fixed inset-x-0 top-0 z-dialog mx-auto flex max-h-[calc(100dvh-24px)] flex-col overflow-hidden border-line-2 bg-raised shadow-3 focus:outline-none data-[state=closed]:animate-zoom-out data-[state=open]:animate-zoom-in max-md:border-b md:top-[min(112px,12dvh)] md:max-h-[calc(100dvh-min(112px,12dvh)-24px)] md:w-150 md:max-w-[calc(100vw-48px)] md:rounded md:border',
            className,
          )}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <LayerContext value="z-dialog-popover">{children}</LayerContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
