/** Tokens of `web/styles/index.css` that the page uses, by theme; a test compares them. */
export const statusTokens = {
  light: {
    canvas: 'oklch(0.977 0.003 250)',
    surface: 'oklch(1 0 0)',
    line: 'oklch(0.918 0.005 250)',
    'line-2': 'oklch(0.868 0.008 250)',
    'line-input': 'oklch(0.64 0.015 250)',
    ink: 'oklch(0.235 0.017 255)',
    'ink-2': 'oklch(0.405 0.018 255)',
    'ink-3': 'oklch(0.505 0.017 255)',
    'primary-mark': 'oklch(0.5 0.12 246)',
    'on-mark': 'oklch(1 0 0)',
    'primary-text': 'oklch(0.475 0.118 247)',
    'primary-tint': 'oklch(0.962 0.018 242)',
    'primary-line': 'oklch(0.815 0.082 242)',
    'warn-text': 'oklch(0.492 0.112 52)',
    'warn-tint': 'oklch(0.968 0.026 72)',
    'warn-line': 'oklch(0.845 0.085 68)',
    'ok-text': 'oklch(0.46 0.098 156)',
    'ok-tint': 'oklch(0.966 0.022 158)',
    'ok-line': 'oklch(0.83 0.075 157)',
    'hold-text': 'oklch(0.47 0.12 300)',
    'hold-tint': 'oklch(0.966 0.014 302)',
    'hold-line': 'oklch(0.845 0.052 302)',
  },
  dark: {
    canvas: 'oklch(0.17 0.008 255)',
    surface: 'oklch(0.203 0.009 255)',
    line: 'oklch(0.285 0.011 255)',
    'line-2': 'oklch(0.345 0.013 255)',
    'line-input': 'oklch(0.52 0.016 255)',
    ink: 'oklch(0.945 0.005 250)',
    'ink-2': 'oklch(0.79 0.011 250)',
    'ink-3': 'oklch(0.685 0.013 250)',
    'primary-mark': 'oklch(0.653 0.135 242.7)',
    'on-mark': 'oklch(0.175 0.03 250)',
    'primary-text': 'oklch(0.765 0.105 240)',
    'primary-tint': 'oklch(0.262 0.042 247)',
    'primary-line': 'oklch(0.455 0.088 244)',
    'warn-text': 'oklch(0.815 0.11 68)',
    'warn-tint': 'oklch(0.268 0.042 62)',
    'warn-line': 'oklch(0.46 0.08 62)',
    'ok-text': 'oklch(0.795 0.115 156)',
    'ok-tint': 'oklch(0.255 0.038 158)',
    'ok-line': 'oklch(0.44 0.072 157)',
    'hold-text': 'oklch(0.805 0.08 302)',
    'hold-tint': 'oklch(0.262 0.04 300)',
    'hold-line': 'oklch(0.45 0.075 300)',
  },
} as const

const declared = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')

const toned = (tone: string): string =>
  `.${tone} { color: var(--${tone}-text); background: var(--${tone}-tint); border-color: var(--${tone}-line) }`

/** The style of the page. Paper gets the light colors, whatever the screen has. */
export const statusStyle = `:root { color-scheme: light dark; ${declared(statusTokens.light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${declared(statusTokens.dark)} } }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { background: var(--canvas); color: var(--ink); font: 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.5rem; overflow-wrap: anywhere }
header { display: flex; align-items: center; gap: .625rem; margin-bottom: 2rem; color: var(--ink-2); font-weight: 600 }
svg { flex: none }
header svg { width: 1.75rem; height: 1.75rem }
.preview { margin-bottom: 1.5rem; padding: .5rem .75rem; border: 1px dashed var(--line-input); border-radius: 6px; font-size: .875rem; color: var(--ink-2) }
h1 { font-size: 1.75rem; line-height: 1.25; font-weight: 600; letter-spacing: -.02em }
h1 + p { margin-top: .5rem }
h2 { font-size: .875rem; font-weight: 600; color: var(--ink-2); margin-bottom: .75rem }
dl { display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin-top: 1.25rem }
dt { font-size: .875rem; color: var(--ink-3) }
dd { font-weight: 600 }
.status { display: flex; gap: .75rem; margin-top: 1.5rem; padding: 1.125rem 1.25rem; border: 1px solid; border-radius: 6px }
.status svg { width: 1.75rem; height: 1.75rem; margin-top: .125rem }
.status strong { display: block; font-size: 1.375rem; line-height: 2rem; font-weight: 600; letter-spacing: -.01em; text-wrap: balance }
.note { color: var(--ink-2) }
.plain { color: var(--ink-2); background: var(--surface); border-color: var(--line-2) }
${['ok', 'warn', 'hold', 'primary'].map(toned).join('\n')}
.phases { margin-top: 1.5rem; padding: 1.125rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 6px }
ol { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; list-style: none }
li { position: relative; padding-top: 1.75rem; padding-right: .5rem; color: var(--ink-3) }
li::before { content: ""; position: absolute; top: .625rem; left: 0; right: 0; border-top: 2px solid var(--line-2) }
li:last-child::before { display: none }
li svg { position: absolute; top: 0; left: 0; width: 1.375rem; height: 1.375rem; background: var(--surface); border-radius: 50%; color: var(--line-input) }
li b { display: block; font-weight: 400 }
li small { font-size: .8125rem }
.done, .current { color: var(--ink) }
.done::before { border-color: var(--primary-mark) }
.done svg, .current svg { color: var(--primary-mark) }
.current b { font-weight: 600 }
.tick { stroke: var(--surface) }
footer { margin-top: 1.5rem; font-size: .875rem; color: var(--ink-3) }
@media (max-width: 35rem) {
  main { padding: 1.5rem 1rem }
  header { margin-bottom: 1.5rem }
  h1 { font-size: 1.5rem }
  ol { grid-auto-flow: row }
  li { padding: 0 0 1rem 2.25rem; display: flex; justify-content: space-between; gap: 1rem }
  li:last-child { padding-bottom: 0 }
  li::before { top: .75rem; bottom: -.75rem; left: .625rem; right: auto; border-top: 0; border-left: 2px solid var(--line-2) }
  .done::before { border-color: var(--primary-mark) }
}
@media print {
  :root { color-scheme: light }
  body { background: var(--surface); font-size: 11pt }
  main { padding: 0 }
  .status, .phases, li svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; break-inside: avoid }
}`
