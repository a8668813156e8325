/**
 * Puts the cursor into the cell of a row that is pressed beside its field. A click on the problem of a row goes to its
 * first cell with an error; a press does not, because the text can be selected. Returns false if there is no field.
 */
export const focusCell = ({ target, type }: MouseEvent, row: HTMLElement): boolean => {
  const cell = target instanceof Element ? target.closest('td') : null
  const own = cell?.querySelector<HTMLElement>('input:not([type=checkbox]), select')
  const isFault = type === 'click' && cell?.querySelector('[data-fault]')
  const field = own ?? (isFault ? row.querySelector<HTMLElement>('[aria-invalid]') : null)
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
