import { matchesKeys } from './matches-keys.ts'
import { type Shortcut, shortcutGroups } from './registry.ts'

const typedInto =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'
/** Lists and popups handle plain keys themselves. */
const takesPlainKeys = '[role=menu], [role=listbox], [role$=dialog]'

const openModal = () => document.querySelector('[data-modal][data-state=open]') !== null

/** The shortcut for a key: the last registered one that is enabled now. */
const findShortcut = (event: KeyboardEvent): Shortcut | undefined => {
  const { target } = event
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (event.defaultPrevented) return undefined
  const isTyped = within(typedInto)
  const isModal = openModal()
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
  if (isPlain && !isModal && within(takesPlainKeys)) return undefined
  // A held key repeats only movements; all other actions run once.
  if (!isPlain && event.repeat) return undefined
  const groups = shortcutGroups.get().filter(({ isInDialog }) => isInDialog === isModal)
  return groups
    .flatMap((group) => group.read())
    .findLast(
      ({ keys, inFields, run, when }) =>
        run && (inFields || !isTyped) && matchesKeys(event, keys) && (when?.(event) ?? true),
    )
}

const press = (event: KeyboardEvent) => {
  const shortcut = findShortcut(event)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run?.(event)
}

/** Starts listening to the keyboard; repeated calls have no effect. Keys without a registered shortcut are ignored. */
export const listenToKeys = (): void => addEventListener('keydown', press)
