import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

const said = externalValue({ text: '', turn: 0 })

/** Announces `text` to screen readers without moving the focus: 'Moved project {title} from {column} to {column}'. */
export const announce = (text: string): void => said.set({ text, turn: said.get().turn + 1 })

/** The element for announcements, mounted once at the root. */
export function LiveRegion() {
  const { text, turn } = useExternalValue(said)
  // Two elements alternate, so that a repeated text is announced again.
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
