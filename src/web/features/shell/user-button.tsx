import type { ComponentProps } from 'react'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** The avatar with up to two initials that opens the user menu. It takes the props of a menu trigger. */
export function UserButton(props: ComponentProps<'button'>) {
  const name = useSession((session) => session.name)
  const email = useSession((session) => session.email)
  return (
    <button
      type="button"
      aria-label={`Account of ${name ?? email ?? 'user'}`}
      className="ml-1 flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-hover max-md:size-11"
      {...props}
    >
      <Avatar name={name ?? email} />
    </button>
  )
}
