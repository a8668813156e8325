import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ListedUser } from '#contract/users.ts'
import { usersQuery } from '#web/api/users/users.queries.ts'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useCenterNames } from '#web/components/work-centers/use-center-names.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { AdminSearch, OnAdminSearch } from '../admin-search.ts'
import { newUserEntity } from './create-user-dialog.tsx'
import { editedUserEntity } from './edit-user-dialog.tsx'
import { pastedUsersEntity } from './invite-many-dialog.tsx'
import { type UserAction, UserActionHost } from './user-action-host.tsx'
import { arrangeUsers, countAdmins } from './user-list.ts'
import { UsersTable } from './users-table.tsx'

/** The dialog that was open with unsaved changes when the session ended. */
const draftedAction = (): UserAction | null => {
  const user = keptSubject<ListedUser>(editedUserEntity)
  if (user !== null && user !== 'new') return { kind: 'edit', user }
  if (keptSubject(pastedUsersEntity)) return { kind: 'createMany' }
  return keptSubject(newUserEntity) ? { kind: 'create' } : null
}

/** The users of the organization, with search, order, and all actions of an admin on an account. */
export function UsersTab({ search, onSearchChange }: { search: AdminSearch; onSearchChange: OnAdminSearch }) {
  const query = useQuery(usersQuery())
  const centerNames = useCenterNames()
  const [text, setText] = useSearchText(
    search.find,
    useCallback((find: string) => onSearchChange({ find }), [onSearchChange]),
  )
  const [action, setAction] = useState(draftedAction)
  const content = (users: ListedUser[]) => {
    const shown = arrangeUsers(users, search, centerNames)
    if (shown.length === 0)
      return (
        <NothingMatches title="No users match" clearLabel="Clear search" onClear={() => onSearchChange({ find: '' })} />
      )
    const admins = countAdmins(users)
    return (
      <UsersTable users={shown} admins={admins} search={search} onSearchChange={onSearchChange} onAction={setAction} />
    )
  }
  return (
    <>
      <Toolbar
        end={
          <>
            <PrintMenu />
            <Button variant="primary" icon={<Plus />} onClick={() => setAction({ kind: 'create' })}>
              New user
            </Button>
          </>
        }
      >
        <SearchField
          className="w-64 max-md:w-full"
          label="Find a user"
          placeholder="Name, email, role, access"
          value={text}
          onChange={setText}
        />
        {query.data && (
          <span role="status" className="text-ink-3">
            {search.find.trim() !== '' && `${formatNumber(arrangeUsers(query.data, search, centerNames).length)} of `}
            {formatCount(query.data.length, 'person', 'people')}
          </span>
        )}
      </Toolbar>
      <div className="min-h-0 grow overflow-auto border-line-2 border-t bg-surface">
        <Loaded query={query}>{content}</Loaded>
      </div>
      <UserActionHost action={action} admins={countAdmins(query.data ?? [])} onAction={setAction} />
    </>
  )
}
