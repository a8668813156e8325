import { createContext } from 'react'

/** The z-index layer of popovers, menus and tooltips: above the page, or above the dialog that contains them. */
export const LayerContext = createContext<'z-popover' | 'z-dialog-popover'>('z-popover')
