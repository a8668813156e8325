import * as Radix from '@radix-ui/react-dropdown-menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useContext } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { KeyCap } from './key-cap.tsx'
import { LayerContext } from './layer.ts'

const itemClasses =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-inner px-2 outline-none select-none max-md:min-h-11 data-highlighted:bg-press aria-disabled:cursor-not-allowed'

type MenuProps = {
  trigger: ReactElement
  /** The accessible name, if the trigger does not provide it. */
  label?: string
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A list of actions under its trigger; arrow keys and first letters move, Enter selects, Escape closes. */
export function Menu({ trigger, label, align = 'end', side = 'bottom', open, onOpenChange, children }: MenuProps) {
  const layer = useContext(LayerContext)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            layer,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-16px)] overflow-auto rounded border border-line-2 bg-raised p-1 shadow-2 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  shortcut?: string
  /** A word at the right: 'not allowed', 'current'. */
  hint?: ReactNode
  danger?: boolean
  /** Why the item is disabled, shown instead of the hint; the item can be focused but not selected. */
  disabledReason?: string | false | null
  /** Shows a check mark (for a choice in a menu). */
  checked?: boolean
  onSelect?: () => void
  children: ReactNode
}

/** One action. With `checked` it is a choice that is on or off. */
export function MenuItem(props: MenuItemProps) {
  const { icon, shortcut, hint, danger, disabledReason, checked, onSelect, children } = props
  const item = {
    'aria-disabled': disabledReason ? true : undefined,
    className: classNames(itemClasses, disabledReason ? 'text-ink-off' : danger ? 'text-crit-text' : 'text-ink'),
    onSelect: (event: Event) => (disabledReason ? event.preventDefault() : onSelect?.()),
  }
  const content = (
    <>
      {checked !== undefined && <Check className={checked ? undefined : 'invisible'} />}
      {icon}
      <span className={disabledReason ? 'shrink-0 grow' : 'min-w-0 grow truncate'}>{children}</span>
      {(disabledReason || hint) && <span className="pl-3 text-ink-3 text-label">{disabledReason || hint}</span>}
      {shortcut && <KeyCap keys={shortcut} />}
    </>
  )
  if (checked === undefined) return <Radix.Item {...item}>{content}</Radix.Item>
  return (
    <Radix.CheckboxItem checked={checked} {...item}>
      {content}
    </Radix.CheckboxItem>
  )
}

/** A menu entry that is a link: pass the router's link as child. */
export const MenuLink = ({ children }: { children: ReactElement }) => (
  <Radix.Item asChild className={`${itemClasses} text-ink`}>
    {children}
  </Radix.Item>
)

/** A heading inside a menu: 'Move to phase:'. */
export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 py-1.5 text-ink-3 text-label">{children}</Radix.Label>
)

/** A separator between groups of actions. */
export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
