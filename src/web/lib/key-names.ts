/** True on Apple keyboards, which show symbols instead of words. */
const isApple = (): boolean => typeof navigator === 'object' && /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

const words: Record<string, readonly [others: string, apple: string]> = {
  Mod: ['Ctrl', '⌘'],
  Ctrl: ['Ctrl', '⌃'],
  Alt: ['Alt', '⌥'],
  Shift: ['Shift', '⇧'],
  Escape: ['Esc', 'Esc'],
  Space: ['Space', 'Space'],
  ArrowUp: ['↑', '↑'],
  ArrowDown: ['↓', '↓'],
  ArrowLeft: ['←', '←'],
  ArrowRight: ['→', '→'],
}

/** The parts of a combination: 'Mod+Shift+Z' and 'Mod Shift Z' have three; a lone '+' is a key. */
export const keyParts = (keys: string): string[] => keys.match(/[^+ ]+|\+$/g) ?? [keys]

/** The label of each key: 'Mod+K' is ['Ctrl', 'K'], or ['⌘', 'K'] on Apple keyboards. */
export const keyNames = (keys: string, apple = isApple()): string[] =>
  keyParts(keys).map((part) => words[part]?.[apple ? 1 : 0] ?? part)
