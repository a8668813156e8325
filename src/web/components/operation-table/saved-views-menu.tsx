import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, House, RefreshCw, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedView, ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import { changeViewMutation, deleteViewMutation } from '#web/api/saved-views.mutations.ts'
import { savedViewsQuery } from '#web/api/saved-views.queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ListSearch } from './list-search.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'

type SavedViewsMenuProps = {
  screen: ViewScreen
  /** The search as the URL has it, without defaults. */
  search: ListSearch
  onOpen: (search: SavedView['search']) => void
}

const sameSearch = (one: object, other: object) => {
  const sorted = (search: object) => JSON.stringify(Object.entries(search).sort(([a], [b]) => a.localeCompare(b)))
  return sorted(one) === sorted(other)
}

/** The saved views of the reader and those shared in the organization. A view is only an address. */
export function SavedViewsMenu({ screen, search, onOpen }: SavedViewsMenuProps) {
  const client = useQueryClient()
  const views = useQuery(savedViewsQuery(screen)).data ?? []
  const change = useMutation(changeViewMutation(client))
  const remove = useMutation(deleteViewMutation(client))
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [removing, setRemoving] = useState<SavedView | null>(null)
  const shown = views.find((view) => sameSearch(view.search, search))
  const current = shown ?? views.find(({ viewId }) => viewId === openedId)
  const open = (view: SavedView) => {
    setOpenedId(view.viewId)
    onOpen(view.search)
  }
  const item = (view: SavedView) => (
    <MenuItem
      key={view.viewId}
      checked={view === shown}
      hint={view.isDefault ? 'default' : view.mine ? undefined : view.ownerName}
      onSelect={() => open(view)}
    >
      {view.name}
    </MenuItem>
  )
  const mine = views.filter((view) => view.mine)
  const shared = views.filter((view) => !view.mine)
  const save = (fields: { search?: ViewSearch; shared?: boolean; isDefault?: boolean }, done: string) =>
    current && change.mutate({ viewId: current.viewId, ...fields }, { onSuccess: () => toast.success(done) })
  const readOnly = current && !current.canEdit && `belongs to ${current.ownerName}`
  return (
    <>
      <Menu
        trigger={
          <Button size="small" icon={<Bookmark />} aria-haspopup="menu">
            <span className="max-w-40 truncate max-xl:sr-only">{shown?.name ?? 'Views'}</span>
          </Button>
        }
      >
        {mine.length > 0 && <MenuHeading>Your views</MenuHeading>}
        {mine.map(item)}
        {shared.length > 0 && <MenuHeading>Shared views</MenuHeading>}
        {shared.map(item)}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<BookmarkPlus />} onSelect={() => setSaving(true)}>
          Save as new view…
        </MenuItem>
        {current && (
          <>
            {current !== shown && (
              <MenuItem
                icon={<RefreshCw />}
                disabledReason={readOnly}
                onSelect={() => save({ search: search as ViewSearch }, `${current.name} shows this now`)}
              >
                Update “{current.name}”
              </MenuItem>
            )}
            <MenuItem
              icon={<House />}
              onSelect={() =>
                save(
                  { isDefault: !current.isDefault },
                  current.isDefault ? 'The standard list opens by default again' : 'It opens by default now',
                )
              }
            >
              {current.isDefault ? 'Do not open by default' : `Open by default: “${current.name}”`}
            </MenuItem>
            <MenuItem
              icon={<Share2 />}
              disabledReason={readOnly}
              onSelect={() => save({ shared: !current.shared }, current.shared ? 'Only you can see it now' : 'Shared')}
            >
              {current.shared ? 'Stop sharing' : 'Share with everyone'}
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger disabledReason={readOnly} onSelect={() => setRemoving(current)}>
              Delete “{current.name}”…
            </MenuItem>
          </>
        )}
      </Menu>
      {saving && (
        <SaveViewDialog
          {...{ screen, search }}
          onSaved={({ viewId }) => setOpenedId(viewId)}
          onClose={() => setSaving(false)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Delete “${removing?.name ?? ''}”?`}
        confirmLabel="Delete view"
        danger
        busy={remove.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing.viewId, { onSettled: () => setRemoving(null) })}
      >
        {removing?.shared ? 'It disappears for everyone who uses it.' : 'The list itself does not change.'}
      </ConfirmDialog>
    </>
  )
}
