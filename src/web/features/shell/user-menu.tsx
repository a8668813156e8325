import { Link } from '@tanstack/react-router'
import { LogOut, Settings, UserRound } from 'lucide-react'
import { useSession } from '#web/stores/session.ts'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { UserButton } from './user-button.tsx'

/** E-mail if known, Profile, Settings, Logout. */
export function UserMenu({ onLogout }: { onLogout: () => void }) {
  const email = useSession((session) => session.email)
  return (
    <Menu trigger={<UserButton />} label="Account">
      {email && (
        <>
          <MenuHeading>{email}</MenuHeading>
          <MenuSeparator />
        </>
      )}
      <MenuLink>
        <Link to="/profile">
          <UserRound /> Profile
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/settings">
          <Settings /> Settings
        </Link>
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onLogout}>
        Logout
      </MenuItem>
    </Menu>
  )
}
