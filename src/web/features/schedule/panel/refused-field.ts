/** Props of a field that the reader may not change. It can be read, and a `Tooltip` around it shows the reason. */
export const refusedField = (refusal: string | null) =>
  refusal === null ? null : ({ readOnly: true, 'aria-disabled': true, 'aria-description': refusal } as const)
