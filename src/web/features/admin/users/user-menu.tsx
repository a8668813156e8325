import { KeyRound, Link2, Monitor, MoreHorizontal, Pencil, ShieldOff, UserRoundX } from 'lucide-react'
import type { ListedUser } from '#contract/users.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useUserRules } from './use-user-rules.ts'
import type { UserAction } from './user-action-host.tsx'
import { isInvited, nameOf } from './user-list.ts'

type UserMenuProps = { user: ListedUser; admins: number; onAction: (action: UserAction) => void }

/** The actions on one account. An action that a rule refuses is listed with the reason. */
export function UserMenu({ user, admins, onAction }: UserMenuProps) {
  const rules = useUserRules(user, admins)
  const invited = isInvited(user)
  const isActive = user.status === 'Active'
  const status = isActive ? 'Disabled' : 'Active'
  return (
    <Menu
      label={`Actions for ${nameOf(user)}`}
      trigger={<IconButton label={`Actions for ${nameOf(user)}`} size="small" icon={<MoreHorizontal />} />}
    >
      <MenuItem icon={<Pencil />} onSelect={() => onAction({ kind: 'edit', user })}>
        Edit
      </MenuItem>
      <MenuItem icon={<Link2 />} disabledReason={rules.reset} onSelect={() => onAction({ kind: 'reset', user })}>
        {invited ? 'New invitation link' : 'Reset password'}
      </MenuItem>
      {!invited && (
        <>
          <MenuItem icon={<Monitor />} hint={user.openSessions} onSelect={() => onAction({ kind: 'sessions', user })}>
            Sessions and sign-ins
          </MenuItem>
          <MenuItem
            icon={<ShieldOff />}
            disabledReason={
              user.settings.privacy.twoFactorAuth ? rules.resetSecondFactor : 'Two-factor authentication is off'
            }
            onSelect={() => onAction({ kind: 'secondFactor', user })}
          >
            Reset two-factor
          </MenuItem>
          <MenuItem
            icon={<KeyRound />}
            disabledReason={rules.change({ status })}
            onSelect={() => onAction({ kind: 'status', user })}
          >
            {isActive ? 'Disable' : 'Enable'}
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<UserRoundX />}
        danger
        disabledReason={rules.remove}
        onSelect={() => onAction({ kind: 'remove', user })}
      >
        {invited ? 'Withdraw invitation' : 'Delete'}
      </MenuItem>
    </Menu>
  )
}
