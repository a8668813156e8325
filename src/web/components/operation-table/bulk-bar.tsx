import {
  ArrowRightLeft,
  CalendarClock,
  CirclePause,
  CirclePlay,
  Ellipsis,
  Factory,
  Flag,
  Hourglass,
  Moon,
  Package,
  PackageCheck,
  PinOff,
  Play,
  ScanSearch,
  SlidersHorizontal,
  SquarePen,
  Sun,
  Users,
  Zap,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { BulkAction, OwnOperations } from '#contract/bulk-operations.ts'
import type { ListAction } from '#domain/access/list-actions.ts'
import { elsewhereWords } from '#domain/access/may-all.ts'
import { BulkBar, BulkButton } from '#web/components/data-list/bulk-bar.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { useActor } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { tooMany } from './bulk-target.ts'
import { type ActionDialogKind, type Subject, severalRefusal } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'

/** The actions for the selected operations. Without a selection they do nothing. */
const selectionActions = ({ subject, actions }: OperationList) => {
  const withSubject = (act: (subject: Subject) => unknown) => {
    const selected = subject()
    if (selected) void act(selected)
  }
  return {
    ask: (kind: ActionDialogKind) => withSubject((selected) => actions.ask(kind, selected)),
    run: (action: BulkAction) => withSubject((selected) => actions.run(selected, action)),
    tryHold: () => withSubject((selected) => actions.tryFirst(selected, { kind: 'hold' })),
    showAgain: () => withSubject(actions.unsnooze),
    schedule: () => withSubject(actions.schedule),
  }
}

type MoreActionsProps = {
  list: OperationList
  /** Why an action is disabled: the reader may not perform it, or too many operations are selected. */
  refusedFor: (kind: ListAction) => string | null
}

/** The menu of the bulk bar: actions without a button, and those whose button is hidden on a narrow screen. */
function MoreActions({ list, refusedFor }: MoreActionsProps) {
  const { ask, run, tryHold, showAgain, schedule } = selectionActions(list)
  const item = (kind: ListAction, label: string, icon: ReactElement, onSelect: () => void) => (
    <MenuItem icon={icon} onSelect={onSelect} disabledReason={refusedFor(kind)}>
      {label}
    </MenuItem>
  )
  return (
    <Menu
      side="top"
      trigger={<IconButton size="small" icon={<Ellipsis />} label="More actions" className="max-md:h-11" />}
    >
      {item('priority', 'Priority…', <Flag />, () => ask('priority'))}
      {item('hold', 'Hold', <CirclePause />, () => run({ kind: 'hold' }))}
      {item('tryFirst', 'Hold: try first', <ScanSearch />, tryHold)}
      {item('release', 'Release', <CirclePlay />, () => run({ kind: 'release' }))}
      {item('snooze', 'Snooze…', <Moon />, () => ask('snooze'))}
      {list.query.snoozed !== undefined &&
        list.query.snoozed !== 'hide' &&
        item('snooze', 'Show again', <Sun />, showAgain)}
      <MenuSeparator />
      {item('phase', 'Move projects to phase…', <ArrowRightLeft />, () => ask('phase'))}
      {item('schedule', 'Schedule their projects', <Play />, schedule)}
      {item('workCentre', 'Work center…', <Factory />, () => ask('workCentre'))}
      {item('pool', 'People and tools…', <Users />, () => ask('pool'))}
      {item('duration', 'Duration…', <Hourglass />, () => ask('duration'))}
      {list.data.list.data?.usesMaterial && (
        <>
          {item('material', 'Material ready…', <Package />, () => ask('material'))}
          {item('material', 'Material is ready', <PackageCheck />, () =>
            run({ kind: 'material', materialReadyDate: null }),
          )}
        </>
      )}
      {item('pin', 'Unpin', <PinOff />, () => run({ kind: 'pin', pinned: false }))}
    </Menu>
  )
}

type ElsewhereNoticeProps = { reach: OwnOperations; onKeep: (ids: readonly string[]) => void }

/**
 * Says that some of the selected operations are at work centers that the reader does not plan, and offers to select
 * only the others.
 */
function ElsewhereNotice({ reach: { total, operationIds }, onKeep }: ElsewhereNoticeProps) {
  const own = operationIds.length
  return (
    <>
      <span role="status">{elsewhereWords(total - own, total)}</span>
      {own > 0 && (
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            // This button disappears, so the first action takes the focus.
            currentTarget.closest('section')?.querySelector<HTMLElement>('[data-actions] button')?.focus()
            onKeep(operationIds)
          }}
        >
          Select only the {formatNumber(own)} at your work centers
        </Button>
      )}
    </>
  )
}

/** The actions for all selected operations. */
export function OperationsBulkBar({ list }: { list: OperationList }) {
  const { selecting, actions, data } = list
  const actor = useActor()
  const many = tooMany(selecting.selection, data.total)
  const refusedFor = (kind: ListAction) => severalRefusal(actor, kind, list.several) ?? many
  const { busy } = actions
  const { ask, run } = selectionActions(list)
  const button = (
    kind: ListAction,
    label: string,
    icon: ReactElement,
    shortcut: string,
    onClick: () => void,
    className = '',
  ) => (
    <BulkButton
      icon={icon}
      shortcut={shortcut}
      onClick={onClick}
      className={className}
      disabled={busy}
      disabledReason={refusedFor(kind)}
    >
      {label}
    </BulkButton>
  )
  return (
    <BulkBar
      label="Selected operations"
      count={selecting.count}
      onClear={selecting.none}
      notice={list.reach && <ElsewhereNotice reach={list.reach} onKeep={selecting.keep} />}
    >
      {button('progress', 'Progress', <SlidersHorizontal />, 'P', () => ask('progress'))}
      {button('reschedule', 'Reschedule', <CalendarClock />, 'R', () => ask('reschedule'))}
      {button('notes', 'Add note', <SquarePen />, 'N', () => ask('notes'))}
      {button('priority', 'Priority', <Flag />, 'I', () => ask('priority'), 'max-lg:hidden')}
      {button('hold', 'Hold', <CirclePause />, 'H', () => run({ kind: 'hold' }), 'max-lg:hidden')}
      {button('release', 'Release', <CirclePlay />, 'U', () => run({ kind: 'release' }), 'max-xl:hidden')}
      {button('snooze', 'Snooze', <Moon />, 'S', () => ask('snooze'), 'max-xl:hidden')}
      <MoreActions list={list} refusedFor={refusedFor} />
      <span aria-hidden="true" className="h-5 w-px bg-line-2 max-md:hidden" />
      <Button
        size="small"
        variant="primary"
        icon={<Zap />}
        shortcut="F"
        disabledReason={refusedFor('freeSlot')}
        busy={busy}
        aria-haspopup="dialog"
        onClick={() => ask('freeSlot')}
        className="ml-1 max-md:ml-auto max-md:h-11"
      >
        <span className="max-md:hidden">Next free slot</span>
        <span className="md:hidden">Free slot</span>
      </Button>
    </BulkBar>
  )
}
