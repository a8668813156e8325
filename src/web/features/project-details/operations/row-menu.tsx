import { Ellipsis } from 'lucide-react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { OperationMenuItems } from '#web/components/operation-form/operation-menu-items.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { OperationsScene } from './operations-table.tsx'

/** The actions on an operation, shared by the table and the list for narrow screens. */
export interface RowActions {
  /** Saves a quick change; `done` is announced to screen readers. */
  readonly change: (operation: Operation, fields: OperationInput, done: string) => void
  readonly edit: (operation: Operation) => void
  readonly remove: (operation: Operation) => void
  readonly move: (operation: Operation, step: -1 | 1) => void
}

/** The menu at the end of a row. */
export const RowMenu = ({ operation, scene }: { operation: Operation; scene: OperationsScene }) => {
  const { actions, orderReasonOf } = scene
  return (
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
        moveReasons={{
          up: orderReasonOf(operation, -1) ?? false,
          down: orderReasonOf(operation, 1) ?? false,
        }}
      />
    </Menu>
  )
}
