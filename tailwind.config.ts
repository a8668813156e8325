import type { Config } from 'tailwindcss'

const colorNames = [
  ...['canvas', 'surface', 'sunken', 'hover', 'press', 'raised', 'scrim', 'focus', 'off-time'],
  ...['line', 'line-2', 'line-input', 'ink', 'ink-2', 'ink-3', 'ink-off'],
  ...['primary', 'primary-fill', 'primary-fill-h', 'on-primary', 'primary-mark', 'on-mark', 'primary-text'],
  ...['primary-tint', 'primary-tint-2', 'primary-line'],
  ...['crit', 'warn', 'risk', 'ok', 'hold'].flatMap((name) => [name, `${name}-text`, `${name}-tint`, `${name}-line`]),
  ...['bar', 'bar-done', 'bar-prog', 'bar-late', 'bar-sum'],
  ...['h0', 'h1', 'h2', 'h3', 'h4', 'h5', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8'],
]

const type = (sizeRem: string, lineRem: string, letterSpacing?: string): [string, { lineHeight: string }] => [
  sizeRem,
  { lineHeight: lineRem, ...(letterSpacing && { letterSpacing }) },
]

/** Names for the tokens whose values stand in src/web/styles/index.css; nothing else exists as a class. */
export default {
  content: [],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#fff',
      ...Object.fromEntries(colorNames.map((name) => [name, `var(--${name})`])),
    },
    screens: {
      sm: '600px',
      md: '768px',
      lg: '960px',
      wide: '1080px',
      xl: '1280px',
    },
    fontFamily: {
      sans: ['"Inter Variable"', '"Inter Fallback"', 'system-ui', 'sans-serif'],
    },
    fontWeight: { normal: '400', semibold: '600' },
    fontSize: {
      'figure-lg': type('1.5rem', '1.75rem', '-0.02em'),
      figure: type('1.375rem', '1.75rem', '-0.02em'),
      page: type('1.125rem', '1.5rem', '-0.014em'),
      dialog: type('1rem', '1.5rem', '-0.01em'),
      lead: type('0.9375rem', '1.25rem'),
      body: type('var(--text-body)', '1.25rem'),
      field: type('0.875rem', '1.25rem'),
      label: type('0.75rem', '1rem'),
      axis: type('max(11px, 0.6875rem)', '1rem'),
      badge: type('0.625rem', '1rem'),
    },
    borderRadius: {
      none: '0',
      DEFAULT: '6px',
      inner: '5px',
      part: '3px',
      mark: '2px',
      full: '9999px',
    },
    boxShadow: {
      none: 'none',
      1: 'var(--shadow-1)',
      2: 'var(--shadow-2)',
      3: 'var(--shadow-3)',
    },
    zIndex: {
      ...{
        page: '0',
        links: '2',
        sticky: '3',
        axis: '4',
        today: '5',
        'dragged-bar': '8',
        lifted: '20',
        header: '30',
      },
      ...{
        bulk: '40',
        popover: '50',
        scrim: '60',
        dialog: '70',
        'dialog-popover': '75',
        toast: '80',
        session: '90',
      },
    },
    extend: {
      spacing: {
        control: 'var(--control)',
        'control-sm': 'var(--control-sm)',
        row: 'var(--row)',
        'row-compact': 'var(--row-compact)',
        'tab-strip': 'var(--tab-strip)',
        header: 'var(--header)',
        check: 'var(--check)',
      },
      transitionTimingFunction: { out: 'var(--ease-out)' },
      animation: {
        'pop-in': 'pop 150ms var(--ease-out)',
        'pop-out': 'pop 100ms var(--ease-out) reverse forwards',
        'fade-in': 'fade 180ms var(--ease-out)',
        'fade-out': 'fade 120ms var(--ease-out) reverse forwards',
        'zoom-in': 'zoom 180ms var(--ease-out)',
        'zoom-out': 'zoom 120ms var(--ease-out) reverse forwards',
        'slide-in-left': 'slide-left 225ms var(--ease-out)',
        'slide-out-left': 'slide-left 195ms var(--ease-out) reverse forwards',
        'slide-in-right': 'slide-right 225ms var(--ease-out)',
        rise: 'rise 180ms var(--ease-out)',
        card: 'fade 800ms ease-out',
        spin: 'spin 1s linear infinite',
        shimmer: 'shimmer 1.4s ease-in-out infinite, appear 150ms step-end',
        sweep: 'sweep 1.4s ease-in-out infinite',
      },
    },
  },
} satisfies Config
