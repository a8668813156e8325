import { Link } from '@tanstack/react-router'
import { CalendarClock, Factory, History, LogOut, Settings, UserRound } from 'lucide-react'
import { useSession } from '#web/stores/session.ts'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { UserButton } from './user-button.tsx'

/** The user menu: email if known, Profile, Settings, Working time, History, Shop floor, Logout. */
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
      <MenuLink>
        <Link to="/shift-patterns">
          <CalendarClock /> Working time
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/history">
          <History /> History
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/floor">
          <Factory /> Shop floor
        </Link>
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onLogout}>
        Logout
      </MenuItem>
    </Menu>
  )
}
