import { Fragment } from 'react'
import { listShortcuts, useShortcutGroups } from '#web/components/shortcuts/registry.ts'
import { keyNames } from '#web/lib/key-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'

const Combination = ({ keys }: { keys: string }) =>
  keyNames(keys).map((name, index) => (
    <Fragment key={name}>
      {index > 0 && <span aria-hidden>+</span>}
      <KeyCap keys={name} />
    </Fragment>
  ))

const first = ['Go to', 'Everywhere']
const place = (title: string) => (first.includes(title) ? first.indexOf(title) : first.length)

/** Every registered shortcut: first those of all screens, then those of this screen. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const groups = useShortcutGroups()
  const listed = [...listShortcuts(groups.filter(({ isInDialog }) => !isInDialog))].sort(
    ([one], [other]) => place(one) - place(other),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="large"
      title="Keyboard shortcuts"
      description={`They do not work while you type in a field. ${keyNames('Alt+?').join(' + ')} shows this list.`}
    >
      <div className="columns-2 gap-9 max-md:columns-1">
        {listed.map(([title, shortcuts]) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-ink-3 text-label">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className="flex min-h-8 items-center justify-between gap-4 py-1">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1 text-ink-3 text-label">
                    {keys.map((combination, index) => (
                      <Fragment key={combination}>
                        {index > 0 && 'or'}
                        <Combination keys={combination} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
