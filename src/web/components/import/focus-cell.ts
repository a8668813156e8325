/**
 * Puts the cursor into the cell that was clicked, beside its field, or, where the click was on what is wrong with the row, into the first
 * cell with an error. False = there is nothing to write in.
 */
export const focusCell = (target: EventTarget | null, row: HTMLElement): boolean => {
  const cell = target instanceof Element ? target.closest('td') : null
  const own = cell?.querySelector<HTMLElement>('input:not([type=checkbox]), select')
  const field = own ?? (cell?.querySelector('[data-fault]') ? row.querySelector<HTMLElement>('[aria-invalid]') : null)
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
