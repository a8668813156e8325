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
  Zap,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import { BulkBar, BulkButton } from '#web/components/data-list/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { tooMany } from './bulk-target.ts'
import type { ActionDialogKind } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'

/** The actions for all selected operations. */
export function OperationsBulkBar({ list }: { list: OperationList }) {
  const { selecting, actions, data } = list
  const refused = tooMany(selecting.selection, data.total)
  const { busy } = actions
  const ask = (kind: ActionDialogKind) => {
    const subject = list.subject()
    if (subject) actions.ask(kind, subject)
  }
  const run = (action: BulkAction) => {
    const subject = list.subject()
    if (subject) void actions.run(subject, action)
  }
  const tryHold = () => {
    const subject = list.subject()
    if (subject) void actions.tryFirst(subject, { kind: 'hold' })
  }
  const showAgain = () => {
    const subject = list.subject()
    if (subject) void actions.unsnooze(subject)
  }
  const schedule = () => {
    const subject = list.subject()
    if (subject) actions.schedule(subject)
  }
  const button = (label: string, icon: ReactElement, shortcut: string, onClick: () => void, className = '') => (
    <BulkButton {...{ icon, shortcut, onClick, className }} disabled={busy} disabledReason={refused}>
      {label}
    </BulkButton>
  )
  return (
    <BulkBar label="Selected operations" count={selecting.count} onClear={selecting.none}>
      {button('Progress', <SlidersHorizontal />, 'P', () => ask('progress'))}
      {button('Reschedule', <CalendarClock />, 'R', () => ask('reschedule'))}
      {button('Add note', <SquarePen />, 'N', () => ask('notes'))}
      {button('Priority', <Flag />, 'I', () => ask('priority'), 'max-lg:hidden')}
      {button('Hold', <CirclePause />, 'H', () => run({ kind: 'hold' }), 'max-lg:hidden')}
      {button('Release', <CirclePlay />, 'U', () => run({ kind: 'release' }), 'max-xl:hidden')}
      {button('Snooze', <Moon />, 'S', () => ask('snooze'), 'max-xl:hidden')}
      <Menu
        side="top"
        trigger={<IconButton size="small" icon={<Ellipsis />} label="More actions" className="max-md:h-11" />}
      >
        <MenuItem icon={<Flag />} disabledReason={refused} onSelect={() => ask('priority')}>
          Priority…
        </MenuItem>
        <MenuItem icon={<CirclePause />} disabledReason={refused} onSelect={() => run({ kind: 'hold' })}>
          Hold
        </MenuItem>
        <MenuItem icon={<ScanSearch />} disabledReason={refused} onSelect={tryHold}>
          Hold: try first
        </MenuItem>
        <MenuItem icon={<CirclePlay />} disabledReason={refused} onSelect={() => run({ kind: 'release' })}>
          Release
        </MenuItem>
        <MenuItem icon={<Moon />} disabledReason={refused} onSelect={() => ask('snooze')}>
          Snooze…
        </MenuItem>
        {list.query.snoozed !== undefined && list.query.snoozed !== 'hide' && (
          <MenuItem icon={<Sun />} disabledReason={refused} onSelect={showAgain}>
            Show again
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<ArrowRightLeft />} disabledReason={refused} onSelect={() => ask('phase')}>
          Move projects to phase…
        </MenuItem>
        <MenuItem icon={<Play />} disabledReason={refused} onSelect={schedule}>
          Schedule their projects
        </MenuItem>
        <MenuItem icon={<Factory />} disabledReason={refused} onSelect={() => ask('workCentre')}>
          Work center…
        </MenuItem>
        <MenuItem icon={<Hourglass />} disabledReason={refused} onSelect={() => ask('duration')}>
          Duration…
        </MenuItem>
        {list.data.list.data?.usesMaterial && (
          <>
            <MenuItem icon={<Package />} disabledReason={refused} onSelect={() => ask('material')}>
              Material ready…
            </MenuItem>
            <MenuItem
              icon={<PackageCheck />}
              disabledReason={refused}
              onSelect={() => run({ kind: 'material', materialReadyDate: null })}
            >
              Material is ready
            </MenuItem>
          </>
        )}
        <MenuItem icon={<PinOff />} disabledReason={refused} onSelect={() => run({ kind: 'pin', pinned: false })}>
          Unpin
        </MenuItem>
      </Menu>
      <span aria-hidden="true" className="h-5 w-px bg-line-2 max-md:hidden" />
      <Button
        size="small"
        variant="primary"
        icon={<Zap />}
        shortcut="F"
        disabledReason={refused}
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
