/** For a control that shows its state by its color: it keeps it where the system sets all colors (high contrast). */
export const ownColors = { forcedColorAdjust: 'none' } as const
