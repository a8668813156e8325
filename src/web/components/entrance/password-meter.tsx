import { classNames } from '#web/lib/class-names.ts'
import { Mark } from '#web/ui/mark.tsx'

interface PasswordStrength {
  /** 0 to 100. */
  score: number
  word: 'Weak' | 'Medium' | 'Strong'
}

/** For display only. Below 40 is weak, below 70 medium. */
const passwordStrength = (password: string): PasswordStrength => {
  const score =
    (password.length > 6 ? 25 : 0) +
    (password.length > 10 ? 25 : 0) +
    (/\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) ? 25 : 0) +
    (/\d/.test(password) ? 12.5 : 0) +
    (/[^\p{L}\d]/u.test(password) ? 12.5 : 0)
  return { score, word: score < 40 ? 'Weak' : score < 70 ? 'Medium' : 'Strong' }
}

const looks = {
  Weak: { fill: 'bg-crit', mark: 'late' },
  Medium: { fill: 'bg-warn', mark: 'projectedLate' },
  Strong: { fill: 'bg-ok', mark: 'onTime' },
} as const

/** The live strength bar in four parts with its word; empty without a password. */
export function PasswordMeter({ password, className }: { password: string; className?: string }) {
  const { score, word } = passwordStrength(password)
  const { fill, mark } = looks[word]
  const filled = password === '' ? 0 : Math.max(1, Math.ceil(score / 25))
  return (
    <div className={className}>
      <div className="grid grid-cols-4 gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((part) => (
          <span key={part} className={classNames('h-1 rounded-mark', part <= filled ? fill : 'bg-press')} />
        ))}
      </div>
      <p className="mt-1 flex items-center justify-between text-ink-3 text-label" aria-live="polite">
        <span>Password strength</span>
        {password !== '' && <Mark kind={mark}>{word}</Mark>}
      </p>
    </div>
  )
}
