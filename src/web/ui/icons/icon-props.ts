import type { ComponentProps } from 'react'

/** Icons are drawn in the text color, 16 px unless a class says otherwise; the word beside them is their name. */
export type IconProps = Omit<ComponentProps<'svg'>, 'children'>
