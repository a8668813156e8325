import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, House, RefreshCw, Share2, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { SavedView, ViewSearch } from '#contract/saved-views.ts'
import { changeViewMutation, deleteViewMutation } from '#web/api/overview/saved-views.mutations.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import type { SavedViewsMenuProps } from './saved-views-menu.tsx'

type SavedViewsItemsProps = Omit<SavedViewsMenuProps, 'compact'> & {
  /** The button that opens the menu. */
  trigger: ReactElement
  views: readonly SavedView[]
  /** The view on the screen. */
  shown: SavedView | undefined
}

/** The fields of a view that the menu changes. */
type ViewFields = { search?: ViewSearch; shared?: boolean; isDefault?: boolean }

type CurrentViewItemsProps = {
  view: SavedView
  /** True if the list on the screen is the saved one. */
  isShown: boolean
  search: SavedView['search']
  onSave: (fields: ViewFields, done: string) => void
  onDelete: () => void
}

/** The menu items that change or delete the current view: the one on screen, or the one opened last. */
function CurrentViewItems({ view, isShown, search, onSave, onDelete }: CurrentViewItemsProps) {
  const readOnly = !view.canEdit && `belongs to ${view.ownerName}`
  const shareRefusal = useRefusal('shareViews')
  return (
    <>
      {!isShown && (
        <MenuItem
          icon={<RefreshCw />}
          disabledReason={readOnly}
          onSelect={() => onSave({ search: search as ViewSearch }, `${view.name} updated`)}
        >
          Update “{view.name}”
        </MenuItem>
      )}
      <MenuItem
        icon={<House />}
        onSelect={() =>
          onSave(
            { isDefault: !view.isDefault },
            view.isDefault ? 'The standard list opens by default' : 'This view opens by default',
          )
        }
      >
        {view.isDefault ? 'Do not open by default' : `Open by default: “${view.name}”`}
      </MenuItem>
      <MenuItem
        icon={<Share2 />}
        disabledReason={readOnly || (!view.shared && shareRefusal)}
        onSelect={() => onSave({ shared: !view.shared }, view.shared ? 'Only you can see this view' : 'Shared')}
      >
        {view.shared ? 'Stop sharing' : 'Share with everyone'}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger disabledReason={readOnly} onSelect={onDelete}>
        Delete “{view.name}”…
      </MenuItem>
    </>
  )
}

/** Asks before `view` is deleted. The dialog is closed while `view` is null. */
function DeleteViewDialog({ view, onClose }: { view: SavedView | null; onClose: () => void }) {
  const remove = useMutation(deleteViewMutation(useQueryClient()))
  return (
    <ConfirmDialog
      open={view !== null}
      title={`Delete “${view?.name ?? ''}”?`}
      confirmLabel="Delete view"
      danger
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => view && remove.mutate(view.viewId, { onSettled: onClose })}
    >
      {view?.shared ? 'It disappears for everyone who uses it.' : 'The list itself does not change.'}
    </ConfirmDialog>
  )
}

/** The button with the menu of views, and the dialogs that it opens. */
export function SavedViewsItems({ trigger, views, shown, screen, search, onOpen }: SavedViewsItemsProps) {
  const change = useMutation(changeViewMutation(useQueryClient()))
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [removing, setRemoving] = useState<SavedView | null>(null)
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
  const save = ({ viewId }: SavedView, fields: ViewFields, done: string) =>
    change.mutate({ viewId, ...fields }, { onSuccess: () => toast.success(done) })
  return (
    <>
      <Menu trigger={trigger}>
        {mine.length > 0 && <MenuHeading>Your views</MenuHeading>}
        {mine.map(item)}
        {shared.length > 0 && <MenuHeading>Shared views</MenuHeading>}
        {shared.map(item)}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<BookmarkPlus />} onSelect={() => setSaving(true)}>
          Save as new view…
        </MenuItem>
        {current && (
          <CurrentViewItems
            view={current}
            isShown={current === shown}
            search={search}
            onSave={(fields, done) => save(current, fields, done)}
            onDelete={() => setRemoving(current)}
          />
        )}
      </Menu>
      {saving && (
        <SaveViewDialog
          screen={screen}
          search={search}
          onSaved={({ viewId }) => setOpenedId(viewId)}
          onClose={() => setSaving(false)}
        />
      )}
      <DeleteViewDialog view={removing} onClose={() => setRemoving(null)} />
    </>
  )
}
