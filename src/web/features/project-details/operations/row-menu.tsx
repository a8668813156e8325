import { Ellipsis } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import { OperationMenuItems } from '#web/components/operation-form/operation-menu-items.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { OrderReason, RowActions } from './row-actions.ts'

type RowMenuProps = {
  operation: Operation
  actions: RowActions
  isFirst: boolean
  isLast: boolean
  orderReason: OrderReason
}

/** The menu at the end of a row. */
export const RowMenu = ({ operation, actions, isFirst, isLast, orderReason }: RowMenuProps) => (
  <Menu
    label={`Actions on ${operation.name}`}
    trigger={<IconButton size="small" label={`Actions on ${operation.name}`} icon={<Ellipsis />} />}
  >
    <OperationMenuItems
      operation={operation}
      onChange={actions.change}
      onEdit={() => actions.edit(operation)}
      onRemove={() => actions.remove(operation)}
      onMove={(step) => actions.move(operation, step)}
      moveReasons={{ up: orderReason ?? (isFirst && 'first'), down: orderReason ?? (isLast && 'last') }}
    />
  </Menu>
)
