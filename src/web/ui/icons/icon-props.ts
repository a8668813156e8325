import type { ComponentProps } from 'react'

/** Icons use the text color and are 16 px unless a class says otherwise. The word beside them is their name. */
export type IconProps = Omit<ComponentProps<'svg'>, 'children'>
