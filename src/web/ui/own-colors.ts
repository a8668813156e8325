/** For a control that shows its state by color: it keeps its colors in forced-colors mode (high contrast). */
export const ownColors = { forcedColorAdjust: 'none' } as const
