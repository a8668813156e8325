import { createContext } from 'react'

/** The layer that popovers, menus and tooltips open on: above the page, or above the dialog that contains them. */
export const LayerContext = createContext<'z-popover' | 'z-dialog-popover'>('z-popover')
