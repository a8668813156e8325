import {
  ArrowDown,
  ArrowUp,
  CirclePause,
  CirclePlay,
  PackageCheck,
  Pencil,
  Pin,
  PinOff,
  StickyNote,
  Trash2,
} from 'lucide-react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

type OperationMenuItemsProps = {
  operation: Operation
  /** Applies a quick change and announces `done`. */
  onChange: (operation: Operation, fields: OperationInput, done: string) => void
  onEdit: () => void
  onRemove: () => void
  /** -1 is up, 1 is down; omitted if the list has no order. */
  onMove?: (step: -1 | 1) => void
  moveReasons?: { up: string | false; down: string | false }
}

/** Why the operation cannot be pinned now; false if it can. */
const pinReason = (operation: Operation): string | false =>
  !operation.pinned && !(operation.scheduledStartDate && operation.scheduledEndDate) && 'has no dates yet'

/** Why the operation cannot be put on hold now; false if it can. */
export const holdReason = (operation: Operation): string | false =>
  !operation.onHold && isDone(operation) && 'already done'

/** The actions for an operation, the same in every menu. */
export function OperationMenuItems(props: OperationMenuItemsProps) {
  const { operation, onChange, onEdit, onRemove, onMove, moveReasons } = props
  const { name, onHold, pinned } = operation
  const refusalOf = useOperationRefusal()
  const toReport = refusalOf('reportWork', operation)
  const toPlan = refusalOf('planOperations', operation)
  return (
    <>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        {toReport === null ? 'Edit…' : 'Details…'}
      </MenuItem>
      <MenuItem icon={<StickyNote />} onSelect={onEdit}>
        {operation.notes ? 'Notes…' : 'Add notes…'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={onHold ? <CirclePlay /> : <CirclePause />}
        disabledReason={toReport ?? holdReason(operation)}
        onSelect={() => onChange(operation, { onHold: !onHold }, onHold ? `${name} released` : `${name} put on hold`)}
      >
        {onHold ? 'Release' : 'Hold'}
      </MenuItem>
      <MenuItem
        icon={pinned ? <PinOff /> : <Pin />}
        disabledReason={toPlan ?? pinReason(operation)}
        onSelect={() => onChange(operation, { pinned: !pinned }, pinned ? `${name} unpinned` : `${name} pinned`)}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      {operation.materialReadyDate !== null && !isDone(operation) && (
        <MenuItem
          icon={<PackageCheck />}
          disabledReason={toPlan}
          onSelect={() => onChange(operation, { materialReadyDate: null }, `Material of ${name} is ready`)}
        >
          Material is ready
        </MenuItem>
      )}
      {onMove && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowUp />} disabledReason={toPlan ?? moveReasons?.up} onSelect={() => onMove(-1)}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowDown />} disabledReason={toPlan ?? moveReasons?.down} onSelect={() => onMove(1)}>
            Move down
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger disabledReason={toPlan} onSelect={onRemove}>
        Remove…
      </MenuItem>
    </>
  )
}
