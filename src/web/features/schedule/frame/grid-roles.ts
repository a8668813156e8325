import type { AriaAttributes } from 'react'

/** A windowed grid cannot be a `<table>`: rows come and go, and bars are beside the tree. ARIA roles replace it. */
export const treegridRole = { role: 'treegrid' } as const
export const gridRole = { role: 'grid' } as const
export const rowRole = { role: 'row' } as const
export const cellRole = { role: 'gridcell' } as const
export const rowHeaderRole = { role: 'rowheader' } as const

/** A role with its name and further properties. */
export const named = <R extends object>(role: R, label: string, more: AriaAttributes = {}) => ({
  ...role,
  'aria-label': label,
  ...more,
})
