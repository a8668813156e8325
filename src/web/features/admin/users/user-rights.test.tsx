import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { listScreen } from '#testing/list-screen.ts'

const shop = listScreen({ name: 'Northwind' })

let centers: Record<'Weld' | 'Laser' | 'Paint', string>
beforeEach(async () => {
  const ctx = await shop.server.contextOf(shop.tenant.admin)
  const add = async (name: string) => (await buildCategory(ctx, { name })).categoryId
  centers = { Weld: await add('Weld'), Laser: await add('Laser'), Paint: await add('Paint') }
})

interface Listed {
  id: string
  email: string
  access: string
  workCenterIds: string[] | null
}

/** The stored right of a member or an invited person: its access, and its work centers in the order of their names. */
const storedRight = async (email: string) => {
  const users: Listed[] = (await shop.server.as(shop.tenant.admin).get('/users')).body
  const { access, workCenterIds } = users.find((user) => user.email === email) ?? {}
  const names = Object.entries(centers).filter(([, id]) => workCenterIds?.includes(id))
  return [access, workCenterIds === null ? null : names.map(([name]) => name).sort()]
}

const openUsers = () => shop.open('/admin?tab=users', shop.tenant.admin)
type App = Awaited<ReturnType<typeof openUsers>>

const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

const openEdit = async ({ user }: App, { name }: Pick<Actor, 'name'>) => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}( ?you)?$`) }))
  await screen.findByRole('radio', { name: /^Viewer/ })
  return dialogNamed('Edit user')
}

const invite = async ({ user }: App, email: string, choose: (dialog: ReturnType<typeof within>) => Promise<void>) => {
  await user.click(await screen.findByRole('button', { name: 'New user' }))
  const dialog = await dialogNamed('New user')
  await user.type(dialog.getByRole('textbox', { name: /^Email/ }), email)
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Nia New')
  await choose(dialog)
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
}

describe('inviting a person', () => {
  it.each([
    ['Viewer', 'view'],
    ['Reporter', 'report'],
  ])('an admin invites a %s without a choice of work centers', async (name, access) => {
    const app = await openUsers()
    await invite(app, 'nia@example.com', async (dialog) => {
      await app.user.click(dialog.getByRole('radio', { name: new RegExp(`^${name}`) }))
      expect(dialog.queryByRole('combobox', { name: 'Plans' })).toBeNull()
    })
    await screen.findByRole('textbox', { name: 'Link' })
    expect(await storedRight('nia@example.com')).toEqual([access, null])
    expect((await screen.findByRole('row', { name: /Nia New/, hidden: true })).textContent).toContain(name)
  })

  it('an admin invites a planner of two work centers, after choosing at least one', async () => {
    const app = await openUsers()
    const { user } = app
    await invite(app, 'nia@example.com', async (dialog) => {
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Plans' }), 'Some work centers')
    })
    const dialog = await dialogNamed('New user')
    expect(await dialog.findByText('Choose at least one work center')).toBeTruthy()
    await user.click(await dialog.findByRole('checkbox', { name: 'Weld' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Paint' }))
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    await screen.findByRole('textbox', { name: 'Link' })
    expect(await storedRight('nia@example.com')).toEqual(['plan', ['Paint', 'Weld']])
    const row = await screen.findByRole('row', { name: /Nia New/, hidden: true })
    expect(row.textContent).toContain('Planner of 2 work centers')
  })
})

describe('editing a member', () => {
  it('an admin limits a planner to two work centers, and makes the planner a viewer', async () => {
    const { planner } = shop.tenant
    const app = await openUsers()
    const dialog = await openEdit(app, planner)
    await app.user.selectOptions(dialog.getByRole('combobox', { name: 'Plans' }), 'Some work centers')
    await app.user.click(await dialog.findByRole('checkbox', { name: 'Laser' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Weld' }))
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await storedRight(planner.email)).toEqual(['plan', ['Laser', 'Weld']])

    const again = await openEdit(app, planner)
    expect(again.getByRole<HTMLInputElement>('checkbox', { name: 'Laser' }).checked).toBe(true)
    await app.user.click(again.getByRole('radio', { name: /^Viewer/ }))
    await app.user.click(again.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await storedRight(planner.email)).toEqual(['view', null])
  })

  it('an admin cannot change their own access, and sees why', async () => {
    await shop.server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId, isAdmin: true }] })
    const dialog = await openEdit(await openUsers(), shop.tenant.admin)
    expect(dialog.getByText('You cannot change your own access.')).toBeTruthy()
    for (const radio of dialog.getAllByRole<HTMLInputElement>('radio')) expect(radio.matches(':disabled')).toBe(true)
    expect(dialog.getByRole('textbox', { name: 'Display name' }).matches(':disabled')).toBe(false)
  })

  it('the access of the last admin cannot be lowered, even by a super admin', async () => {
    const root = await shop.server.newUser({ isSuperAdmin: true })
    await shop.server.as(root).call('PUT', '/users/me/tenant', { tenantId: shop.tenant.tenantId })
    const app = await shop.open('/admin?tab=users', root)
    const dialog = await openEdit(app, shop.tenant.admin)
    expect(dialog.getAllByText('The last admin of an organization cannot be removed.').length).toBeGreaterThan(0)
    for (const radio of dialog.getAllByRole<HTMLInputElement>('radio')) expect(radio.matches(':disabled')).toBe(true)
  })
})

describe('inviting several people', () => {
  const openList = async ({ user }: App) => {
    // The members must be loaded before the list is checked against them.
    await screen.findByRole('button', { name: shop.tenant.planner.name })
    await user.click(await screen.findByRole('button', { name: 'New user' }))
    await user.click((await dialogNamed('New user')).getByRole('button', { name: 'Paste a list' }))
    return dialogNamed('Invite several people')
  }

  it('an admin sees the problem of each line, and no person is invited until the list is valid', async () => {
    const app = await openUsers()
    const { user } = app
    const dialog = await openList(app)
    const people = dialog.getByRole('textbox', { name: /^People/ })
    await user.click(people)
    await user.paste(
      [
        'ana@example.com, Ana, Viewer',
        'bo@example.com, Bo, Boss',
        'cy@example.com, Cy, Planner, Weld, Lathe',
        'dee@example.com, Dee, Reporter, Weld',
        `${shop.tenant.planner.email}, Again`,
      ].join('\n'),
    )
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    expect((await dialog.findByText(/^Line 2: /)).textContent?.split('\n')).toEqual([
      'Line 2: “Boss” is not an access level. Use Viewer, Reporter, Planner or Admin.',
      'Line 3: There is no work center “Lathe”.',
      'Line 4: Only planners are limited to work centers.',
      `Line 5: ${shop.tenant.planner.name} is already a member.`,
    ])
    expect(await storedRight('ana@example.com')).toEqual([undefined, []])

    await user.clear(people)
    await user.paste('ana@example.com, Ana, Viewer\ncy@example.com, Cy, Planner, weld, Laser\nbo@example.com, Bo')
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    expect(await screen.findByRole('dialog', { name: '3 people invited' })).toBeTruthy()
    expect(await storedRight('ana@example.com')).toEqual(['view', null])
    expect(await storedRight('cy@example.com')).toEqual(['plan', ['Laser', 'Weld']])
    expect(await storedRight('bo@example.com')).toEqual(['plan', null])
  })
})
