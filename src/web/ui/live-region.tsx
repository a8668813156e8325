import { useSyncExternalStore } from 'react'

let said = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Says `text` to screen readers without moving the focus: 'Moved project {title} from {column} to {column}'. */
export function announce(text: string): void {
  said = { text, turn: said.turn + 1 }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The element for announcements, mounted once at the root. */
export function LiveRegion() {
  const { text, turn } = useSyncExternalStore(subscribe, () => said)
  // Two elements are used in turn, so that the same text is read again when it is repeated.
  return (
    <div className="sr-only">
      <div aria-live="polite" aria-atomic="true">
        {turn % 2 === 0 ? text : ''}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {turn % 2 === 1 ? text : ''}
      </div>
    </div>
  )
}
