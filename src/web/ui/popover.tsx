import * as Radix from '@radix-ui/react-popover'
import { type ReactElement, type ReactNode, useContext } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { LayerContext } from './layer.ts'

export type PopoverProps = {
  /** What opens it: a Button, IconButton or FilterChip. */
  trigger?: ReactElement
  /** The element beside which it opens, if it has no trigger. */
  anchor?: ReactElement
  /** The accessible name. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** Width and padding: 'w-100', 'w-72 p-3'. */
  className?: string
  /** To focus something other than the first control, prevent the default of the event. */
  onOpenAutoFocus?: (event: Event) => void
  /** To return the focus to something other than the trigger, prevent the default of the event. */
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}

/** A panel beside its trigger. Escape or a click elsewhere closes it and returns the focus to the trigger. */
export function Popover(props: PopoverProps) {
  const { trigger, anchor, label, open, onOpenChange, side = 'bottom', align = 'start', className, children } = props
  const { onOpenAutoFocus, onCloseAutoFocus } = props
  const layer = useContext(LayerContext)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor asChild>{anchor}</Radix.Anchor>}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          className={classNames(
            layer,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-auto rounded border border-line-2 bg-raised text-ink shadow-2 focus:outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
