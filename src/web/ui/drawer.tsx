import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { CloseButton } from './close-button.tsx'
import { LayerContext } from './layer.ts'
import { useFocusReturn } from './use-focus-return.ts'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name: 'Navigation'. */
  label: string
  /** Left of the closing cross: logo and product name. */
  heading?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** A sheet from the left: 250 px wide below 600 px, otherwise 280 px. */
export function Drawer({ open, onOpenChange, label, heading, children, footer }: DrawerProps) {
  const returnFocus = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-scrim bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          data-modal=""
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-dialog flex w-62.5 max-w-[calc(100vw-44px)] flex-col border-line-2 border-r bg-raised shadow-3 focus:outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left sm:w-70"
        >
          <LayerContext value="z-dialog-popover">
            <Radix.Title className="sr-only">{label}</Radix.Title>
            <div className="flex h-header shrink-0 items-center gap-2 border-line-2 border-b pr-1 pl-4">
              <div className="flex min-w-0 grow items-center gap-2">{heading}</div>
              <CloseButton className="size-11" onClose={() => onOpenChange(false)} />
            </div>
            <div className="min-h-0 grow overflow-y-auto">{children}</div>
            {footer && <div className="shrink-0 border-line-2 border-t py-2">{footer}</div>}
          </LayerContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
