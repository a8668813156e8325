import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { memo } from 'react'
import { sameValues } from '#web/lib/same-values.ts'
import { OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { cellRole, rowRole } from '../frame/grid-roles.ts'
import { barId, rowId } from './row-id.ts'
import type { TreeDrawing } from './tree-drawing.ts'

interface TreeRowProps {
  readonly drawing: TreeDrawing
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  /** Whether the bar of the operation is rendered. */
  readonly hasBar: boolean
}

const indents = { group: 'pl-1.5', project: 'pl-1.5', done: 'pl-5', operation: 'pl-[42px]' }

/** One row of the tree, with a group, a project, its completed work or an operation, and the chosen columns. The tree handles its clicks. */
export const TreeRow = memo(function TreeRow({ drawing, index, isActive, isSelected, hasBar }: TreeRowProps) {
  const { row, kind, level, isOpen, cells } = drawing
  const ground = kind === 'group' ? 'bg-sunken hover:bg-hover' : 'bg-surface hover:bg-hover'
  const aria = {
    ...rowRole,
    'aria-rowindex': index + 2,
    'aria-level': level,
    'aria-expanded': isOpen,
    'aria-selected': isSelected,
    'aria-owns': hasBar ? barId(row) : undefined,
  }
  return (
    <div
      id={rowId(row)}
      {...aria}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      className={`${cells.length > 0 ? 'grid grid-cols-(--tree)' : 'flex'} h-8 cursor-pointer items-center border-line border-b pr-3 text-body outline-offset-[-2px] ${
        isSelected ? 'bg-primary-tint' : ground
      } ${indents[kind]}`}
    >
      {kind === 'operation' ? <OperationName {...drawing} /> : <HeadName {...drawing} />}
      {cells.map(({ id, text, title, isLate, isNumber }) => (
        <div
          key={id}
          {...cellRole}
          title={title}
          className={`truncate pl-1.5 tabular-nums ${isNumber ? 'text-right' : ''} ${isLate ? 'text-crit-text' : 'text-ink-2'}`}
        >
          {text}
        </div>
      ))}
    </div>
  )
}, sameValues)

/** The name of an operation behind the color of its work center, which is the ground of the cell. */
function OperationName({ number, name, color, isPinned, isOnHold }: TreeDrawing) {
  const isMarked = isPinned || isOnHold
  const words = number === '' ? name : `${number} ${name}`
  return (
    <div {...cellRole} title={name} className={isMarked ? 'flex min-w-0 items-center' : 'truncate'}>
      <i className="mr-1.5 inline-block size-2 shrink-0 rounded-mark" style={{ background: color }} />
      {isMarked ? <span className="truncate">{words}</span> : words}
      {isPinned && <Pin aria-label="Pinned" className="ml-1.5 size-3 shrink-0 text-ink-3" />}
      {isOnHold && <OnHoldIcon className="ml-1.5 size-3 shrink-0 text-hold" />}
    </div>
  )
}

/** The name of a row that opens and closes, behind the button for it. Keys do the same on the row itself. */
function HeadName({ kind, number, name, size, isOpen }: TreeDrawing) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div {...cellRole} className={`flex min-w-0 items-center ${kind === 'project' ? '' : 'col-span-full'}`}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={isOpen ? 'Collapse' : 'Expand'}
        className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-press"
        data-opens="row"
      >
        <Chevron className="size-3.5" />
      </button>
      {number && (
        <button
          type="button"
          tabIndex={-1}
          title="Open project"
          className="mr-1.5 max-w-1/2 shrink-0 truncate text-primary-text tabular-nums hover:underline"
          data-opens="project"
        >
          {number}
        </button>
      )}
      <span className={`truncate ${kind === 'done' ? 'text-ink-2' : 'font-semibold'}`} title={name}>
        {name}
      </span>
      {size && <span className="ml-2 shrink-0 text-ink-3 text-label">{size}</span>}
    </div>
  )
}
