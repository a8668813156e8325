import type { Section } from './arrange-commands.ts'
import type { Command } from './command.ts'

export const headingPx = 28
/** Specification 2.9 and 9. */
export const listPx = 400

export type Line =
  | { readonly kind: 'heading'; readonly topPx: number; readonly title: string }
  | { readonly kind: 'command'; readonly topPx: number; readonly command: Command; readonly index: number }

/** Headings and commands one under the other, with the whole height. */
export const layOutLines = (sections: readonly Section[], rowPx: number): { lines: Line[]; heightPx: number } => {
  const lines: Line[] = []
  let topPx = 0
  let index = 0
  for (const { title, commands } of sections) {
    lines.push({ kind: 'heading', topPx, title })
    topPx += headingPx
    for (const command of commands) {
      lines.push({ kind: 'command', topPx, command, index: index++ })
      topPx += rowPx
    }
  }
  return { lines, heightPx: topPx }
}

/** The lines in sight, and the active one wherever it is: it must stay an element to be named as active. */
export const linesInSight = (lines: readonly Line[], scrollTopPx: number, rowPx: number, active: number): Line[] =>
  lines.filter(
    (line) =>
      (line.topPx + rowPx > scrollTopPx && line.topPx < scrollTopPx + listPx) ||
      (line.kind === 'command' && line.index === active),
  )
