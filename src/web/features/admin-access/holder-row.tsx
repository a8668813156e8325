import type { AccessHolder } from '#contract/access-requests.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'

const words = { superAdmin: 'Super admin', admin: 'Admin', user: 'User' } as const

interface HolderRowProps {
  holder: AccessHolder
  /** Whether the reader may grant and revoke rights at all. */
  decides: boolean
  /** Why the reader may not change the rights of this person. */
  refusal: string | null
  onChoose: () => void
}

/** A person, their access, and the button that changes it. */
export const HolderRow = ({ holder, decides, refusal, onChoose }: HolderRowProps) => {
  const { name, email, access, isActive } = holder
  const isAdmin = access !== 'user'
  return (
    <li className="flex min-h-13 items-center gap-3 border-line px-3 py-1.5 not-first:border-t">
      <Avatar name={name} />
      <span className="min-w-0 grow">
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="block truncate text-ink-3 text-label" title={email}>
          {email}
        </span>
      </span>
      {!isActive && <Chip tone="onHold">Disabled</Chip>}
      <Chip tone={isAdmin ? 'primary' : 'neutral'}>{words[access]}</Chip>
      {decides && access !== 'superAdmin' && (
        <Button
          size="small"
          disabledReason={isAdmin || isActive ? refusal : 'This account is disabled.'}
          aria-label={isAdmin ? `Revoke the admin rights of ${name}` : `Grant admin rights to ${name}`}
          onClick={onChoose}
        >
          {isAdmin ? 'Revoke' : 'Grant'}
        </Button>
      )}
    </li>
  )
}
