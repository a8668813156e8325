import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { primaryColors } from '#contract/vocabulary.ts'
import { statusTokens } from '#server/http/status-page/status-style.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const css = read('src/web/styles/index.css') + read('public/primary-colors.css')
/** The configuration is outside the checked folders, so it is loaded by URL instead of imported. */
const config: { default: { theme: { colors: Record<string, string> } } } = await import(
  new URL('tailwind.config.ts', root).href
)

/** The tokens of one CSS block, OKLCH as [lightness, chroma, hue]. */
function tokensOf(selector: string): Map<string, [number, number, number]> {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return new Map([...found].map(([, name = '', l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

/** Relative luminance (WCAG 2.2) of an OKLCH color, by Ottosson's OKLab matrices, clipped to sRGB. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const light = tokensOf(':root')
const dark = new Map([...light, ...tokensOf(':root[data-theme="dark"]')])
const themes = [
  ['light', light],
  ['dark', dark],
  ['light, high contrast', new Map([...light, ...tokensOf(':root[data-contrast="high"]')])],
  [
    'dark, high contrast',
    new Map([
      ...dark,
      ...tokensOf(':root[data-contrast="high"]'),
      ...tokensOf(':root[data-contrast="high"][data-theme="dark"]'),
    ]),
  ],
] as const

/** The tokens of a selectable color: its own hue, with the lightness and chroma steps that all colors share. */
const sheetOf = (color: string, isDark: boolean) => {
  const [, hue, chroma] =
    new RegExp(`\\[data-primary="${color}"\\] \\{\\s*--hue: ([\\d.]+);\\s*--chroma: ([\\d.]+);`).exec(css) ?? []
  const others = ':not([data-primary="blue"], [data-contrast="high"])'
  const block = css.split(`:root${isDark ? '[data-theme="dark"]' : ''}${others} {`)[1]?.split('}')[0] ?? ''
  const steps = block.matchAll(/--([\w-]+): oklch\(([\d.]+) calc\(([\d.]+) \* var\(--chroma\)\) var\(--hue\)\)/g)
  return new Map(
    [...steps].map(([, name = '', l, c]) => [
      name,
      [Number(l), Number(c) * Number(chroma), Number(hue)] satisfies [number, number, number],
    ]),
  )
}
const otherColors = primaryColors.filter((color) => color !== 'blue')
/** The themes with each selectable color; high contrast has its own colors. */
const chosen = otherColors.flatMap((color) => {
  const inLight = sheetOf(color, false)
  return [
    [`light, ${color}`, new Map([...light, ...inLight])],
    [`dark, ${color}`, new Map([...dark, ...inLight, ...sheetOf(color, true)])],
  ] as const
})

const grounds = ['canvas', 'surface', 'sunken', 'hover', 'raised', 'primary-tint']
const hues = ['crit', 'warn', 'risk', 'ok', 'hold', 'primary']
const textPairs = [
  ...['ink', 'ink-2', 'ink-3', ...hues.map((hue) => `${hue}-text`)].flatMap((text) => grounds.map((on) => [text, on])),
  ...hues.map((hue) => [`${hue}-text`, `${hue}-tint`]),
  ...['press', 'primary-tint-2'].flatMap((on) => ['ink', 'ink-2', 'ink-3'].map((text) => [text, on])),
  ...['bar', 'bar-prog', 'bar-done', 'bar-late', 'off-time', 'h0', 'h1', 'h2', 'h3', 'h4'].map((on) => ['ink', on]),
  ['on-primary', 'primary-fill'],
  ['on-primary', 'primary-fill-h'],
  ['on-mark', 'primary-mark'],
]
const edgePairs = [
  'line-input',
  'primary',
  'primary-fill',
  'primary-mark',
  'focus',
  'crit',
  'ok',
  'hold',
  'bar-sum',
].map((mark) => [mark, 'surface'])

describe.each([...themes, ...chosen])('the colors of %s', (_name, tokens) => {
  const contrast = ([front = '', ground = '']: string[]) => {
    const [one, two] = [tokens.get(front), tokens.get(ground)]
    if (!one || !two) throw new Error(`no token ${front} or ${ground}`)
    const [high = 0, low = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }
  const below = (pairs: string[][], least: number) =>
    pairs.filter((pair) => contrast(pair) < least).map((pair) => `${pair.join(' on ')}: ${contrast(pair).toFixed(2)}`)

  it('text has a contrast of 4.5:1', () => expect(below(textPairs, 4.5)).toEqual([]))
  it('edges and marks have a contrast of 3:1', () => expect(below(edgePairs, 3)).toEqual([]))
})

it.each(otherColors)('the primary color %s has its own tokens in both themes', (color) => {
  expect([sheetOf(color, false).size, sheetOf(color, true).size]).toEqual([9, 7])
})

it('the fill of primary buttons is the specified primary color in both themes', () => {
  for (const tokens of [light, dark]) expect(tokens.get('primary-fill')).toEqual(tokens.get('primary'))
})

it.each([
  ['light', statusTokens.light, light],
  ['dark', statusTokens.dark, dark],
] as const)('the page of a status link has the %s colors of the screens', (_name, own, ofScreens) => {
  const wanted = Object.keys(own).map((name) => [name, `oklch(${ofScreens.get(name)?.join(' ')})`])
  expect(own).toEqual(Object.fromEntries(wanted))
})

describe('token names', () => {
  it('token names in the configuration exist in both themes, and every token has a name', () => {
    const named = Object.values(config.default.theme.colors).flatMap(
      (value) => /^var\(--(.+)\)$/.exec(value)?.[1] ?? [],
    )
    const defined = [...light.keys(), 'scrim']
    expect(named.toSorted()).toEqual(defined.toSorted())
  })

  it('screens use only these token names; default names of Tailwind such as text-sm do not exist here', () => {
    const foreign =
      /(?<![\w-])(?:text-(?:xs|sm|base|lg|[2-9]?xl)|rounded(?:-[trbl]{1,2})?-(?:sm|md|lg|xl|[23]xl)|shadow-(?:sm|md|lg|xl)|font-(?:medium|bold|light)|max-w-(?:xs|sm|md|lg|xl|[2-7]xl)|(?:bg|text|border|ring|fill|stroke)-(?:black|(?:gray|slate|zinc|neutral|red|orange|amber|yellow|green|blue|indigo|violet|purple|pink)-\d+))(?![\w-])/g
    const files = globSync('src/web/**/*.tsx', { cwd: root.pathname }).filter((file) => !file.endsWith('.test.tsx'))
    const found = files.flatMap((file) => (read(file).match(foreign) ?? []).map((name) => `${file} ${name}`))
    expect(files.length).toBeGreaterThan(30)
    expect(found).toEqual([])
  })
})
