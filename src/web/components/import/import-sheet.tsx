import { Columns3 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { RowAction } from '#contract/import-previews.ts'
import type { ImportKind } from '#contract/imports.ts'
import { ListFooter, Total } from '#web/components/data-list/list-footer.tsx'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { StaleStrip } from '#web/ui/stale-strip.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { actionLooks } from './import-columns.tsx'
import { ImportExtras } from './import-extras.tsx'
import type { ImportDraft } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { importWords } from './import-words.ts'
import { ReadingChoices } from './reading-choices.tsx'
import type { Import } from './use-import.ts'

type View = 'all' | RowAction

/** What the sheet needs of an import. */
export type SheetState = Pick<
  Import,
  | 'asRead'
  | 'checkProblem'
  | 'choose'
  | 'chooseCalendar'
  | 'hasEdits'
  | 'isChecked'
  | 'isReading'
  | 'preview'
  | 'readAgain'
  | 'readProblem'
  | 'recheck'
  | 'remove'
  | 'rows'
  | 'setCell'
>

const moves = ['J K', 'move'] as const
const keys = [moves, ['X', 'select'], ['Tab', 'edit cells'], ['Enter', 'store']] as const
const fixedKeys = [moves, ['Tab', 'choose values']] as const

type RowsProps = { state: SheetState; draft: ImportDraft; isFixed: boolean }

/** The rows of a view, under the tabs that count them. */
function Rows({ state, draft, isFixed }: RowsProps) {
  const [view, setView] = useState<View>('all')
  const { rows, preview } = state
  const shown = useMemo(() => (view === 'all' ? rows : rows.filter(({ action }) => action === view)), [rows, view])
  const tabs = (['failed', 'create', 'update', 'unchanged', 'skip'] as const).flatMap((action) => {
    const count = preview?.counts[action] ?? 0
    return count > 0 || action === view ? [{ value: action, label: actionLooks[action].word, count }] : []
  })
  return (
    <>
      <Tabs<View>
        label="Rows by action"
        value={view}
        tabs={[{ value: 'all', label: 'All rows', count: rows.length }, ...tabs]}
        onChange={setView}
        className="px-5 max-md:px-4"
      />
      {shown.length === 0 ? (
        <NothingMatches title="No matching rows" clearLabel="Show all rows" onClear={() => setView('all')} />
      ) : (
        <ImportTable
          draft={draft}
          rows={shown}
          hasProblems={(preview?.problemCount ?? 0) > 0}
          listKey={view}
          onCell={state.setCell}
          onRemove={isFixed ? null : state.remove}
        />
      )}
    </>
  )
}

/** What the import would create and update in total. */
const totalsOf = (
  preview: NonNullable<Import['preview']>,
  one: string,
): readonly (readonly [count: number, one: string])[] => {
  if ('records' in preview) {
    return [
      [preview.records.create, `new ${one}`],
      [preview.records.update, 'update'],
    ]
  }
  const { projects, operations, workCenters } = preview
  return [
    [projects.create, 'new project'],
    [operations.create, 'new operation'],
    [projects.update + operations.update, 'update'],
    ...(workCenters.length > 0 ? [[workCenters.length, 'new work center'] as const] : []),
  ]
}

type ImportSheetProps = {
  kind: ImportKind
  state: SheetState
  draft: ImportDraft
  /** True if the rows come from a source each time: only values with choices can be given another meaning. */
  isFixed?: boolean
  /** Messages above those about the rows. */
  notices?: ReactNode
  /** Further controls above the rows. */
  tools?: ReactNode
}

/** The rows of a table with their actions and errors, and everything that decides how they are read. */
export function ImportSheet({ kind, state, draft, isFixed = false, notices, tools }: ImportSheetProps) {
  const [asksColumns, setAsksColumns] = useState(false)
  const { preview, isChecked } = state
  const notes = [...draft.notes, ...(preview?.notes ?? [])]
  return (
    <>
      <div className="flex max-h-90 shrink-0 flex-col gap-2 overflow-auto px-5 pb-1 empty:hidden max-md:px-4">
        {notices}
        {state.readProblem && <Alert>{state.readProblem}</Alert>}
        <ImportExtras key={state.asRead} kind={kind} state={state} draft={draft} />
        {notes.length > 0 && <Alert kind="info">{notes.join(' ')}</Alert>}
      </div>
      {state.checkProblem && (
        <StaleStrip onRetry={state.recheck}>The rows could not be checked. {state.checkProblem}</StaleStrip>
      )}
      <Toolbar
        end={
          <span className="text-ink-3" aria-live="polite">
            {state.isReading ? 'Reading…' : isChecked || state.checkProblem ? '' : 'Checking…'}
          </span>
        }
      >
        <Button icon={<Columns3 />} onClick={() => setAsksColumns(true)}>
          Columns
        </Button>
        <ReadingChoices draft={draft} state={state} />
        {tools}
      </Toolbar>
      <Rows state={state} draft={draft} isFixed={isFixed} />
      <ListFooter keys={isFixed ? fixedKeys : keys}>
        {preview &&
          totalsOf(preview, importWords[kind].one).map(([count, one]) => <Total key={one} count={count} one={one} />)}
      </ListFooter>
      {asksColumns && (
        <ColumnsDialog
          kind={kind}
          draft={draft}
          onClose={() => setAsksColumns(false)}
          onApply={(choice) => {
            state.choose(choice)
            setAsksColumns(false)
          }}
        />
      )}
    </>
  )
}
