import { classNames } from '#web/lib/class-names.ts'
import { initials } from '#web/lib/initials.ts'

/** Up to two initials in a 28 px circle; the name is beside it or on the surrounding button. */
export function Avatar({ name, className }: { name: string | null | undefined; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-tint-2 font-semibold text-axis text-primary-text select-none',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
