import { Dialog } from '#web/ui/dialog.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { navItems } from './navigation.ts'

const shortcuts: readonly (readonly [string, string])[] = [
  ...navItems({ isAdmin: false, isSuperAdmin: false }).flatMap(({ letter, label }) =>
    letter ? [[letter, label.replace(' Board', '')] as const] : [],
  ),
  ['T', 'Toggle dark or light theme'],
  ['?', 'Show keyboard shortcuts'],
]

/** Every shortcut that works on all screens. */
export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    size="small"
    title="Keyboard shortcuts"
    description="They rest while you type in a field."
  >
    <dl className="grid grid-cols-[1fr_auto] items-center gap-y-2">
      {shortcuts.map(([letter, label]) => (
        <div key={letter} className="contents">
          <dt>{label}</dt>
          <dd className="flex items-center gap-1">
            <KeyCap keys="Alt" />
            <KeyCap keys={letter} />
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
