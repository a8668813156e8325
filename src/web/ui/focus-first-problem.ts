/** Puts the focus on the first field of a form that says what is wrong with it, once the screen shows it. */
export const focusFirstProblem = (form: HTMLElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
