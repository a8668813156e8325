import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { productName } from '#contract/vocabulary.ts'
import { isDark } from '#web/lib/appearance.ts'
import { toggleDarkMode, useAppearance } from '#web/stores/appearance.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { BrandMark } from '#web/ui/icons/brand-mark.tsx'

/** Faint bars of a plan: left and top in %, width in px; blue unless done. */
const bars = [
  { left: 4, top: 10, width: 129, done: true },
  { left: 10, top: 14.2, width: 187, done: true },
  { left: 88, top: 10, width: 144 },
  { left: 70, top: 13.3, width: 202 },
  { left: 78, top: 17.5, width: 173 },
  { left: 1, top: 47.8, width: 116, done: true },
  { left: 6, top: 52, width: 144 },
  { left: 84, top: 47.8, width: 172 },
  { left: 90, top: 52, width: 115 },
  { left: 2, top: 77.7, width: 173 },
  { left: 17, top: 82, width: 129 },
  { left: 8, top: 86.2, width: 231 },
  { left: 66, top: 77.7, width: 159 },
  { left: 74, top: 82, width: 244 },
  { left: 84, top: 86.2, width: 129 },
]

const grid = {
  backgroundImage: 'linear-gradient(to right, transparent 95px, var(--line) 95px)',
  backgroundSize: '96px',
}

const Ornament = () => (
  <div aria-hidden="true" className="absolute inset-0 overflow-hidden" style={grid}>
    {bars.map(({ left, top, width, done }) => (
      <span
        key={`${left}-${top}`}
        className={`absolute h-5 rounded border opacity-60 max-md:hidden ${done ? 'border-line-2 bg-sunken' : 'border-primary-line/60 bg-primary-tint'}`}
        style={{ left: `${left}%`, top: `${top}%`, width }}
      />
    ))}
  </div>
)

/** Toggles dark mode before sign-in; stored on this device only. */
function ThemeButton() {
  const dark = useAppearance(isDark)
  const label = dark ? 'Light theme' : 'Dark theme'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${buttonClasses({ variant: 'ghost', square: true })} absolute top-3 right-5 max-md:right-3`}
      onClick={toggleDarkMode}
    >
      {dark ? <Sun /> : <Moon />}
    </button>
  )
}

type EntrancePageProps = {
  /** Height in px of content at the end of the card that may appear later. The rest stays centered with and without it. */
  below?: number
  children: ReactNode
}

/** The background of sign-in and organization picker: a centered card of at most 420 px, fading in over 800 ms. */
export const EntrancePage = ({ below, children }: EntrancePageProps) => (
  <main className="relative flex min-h-dvh flex-col items-center justify-center bg-canvas p-4 pb-16">
    <Ornament />
    <ThemeButton />
    <div
      className="relative w-full max-w-105 animate-card overflow-hidden rounded border border-line-2 bg-surface shadow-2"
      style={{ marginBottom: below && -below }}
    >
      <div className="flex items-center gap-2 px-8 pt-8 font-semibold text-field max-sm:px-5 max-sm:pt-6">
        <BrandMark />
        {productName}
      </div>
      {children}
    </div>
  </main>
)
