import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listScreen } from '#testing/list-screen.ts'
import { toast } from '#web/ui/toast.tsx'

const page = listScreen()
beforeEach(() => {
  vi.spyOn(toast, 'success')
})

const panel = async (name: string) => within(await screen.findByRole('region', { name }))
const toastSaid = (sentence: string) => waitFor(() => expect(toast.success).toHaveBeenCalledWith(sentence))
const askAs = async (reason: string) => {
  const { status } = await page.server.as(page.tenant.planner).post('/access-requests', { reason })
  expect(status).toBe(201)
}
const access = async () => (await page.server.as(page.tenant.admin).get('/access-requests')).body

describe('a request for admin rights', () => {
  it('a member sends a request with a reason, sees that it is open, and withdraws it', async () => {
    const { user } = await page.open('/admin-access')
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(screen.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'I plan the second shift')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    await toastSaid('Your request was sent to the admins')
    const own = await panel('Your request')
    await own.findByText(/^Open since /)
    await own.findByText('I plan the second shift')
    await user.click(own.getByRole('button', { name: 'Withdraw request' }))
    await toastSaid('Your request was withdrawn')
    await screen.findByRole('button', { name: 'Send request' })
    const earlier = await panel('Your earlier requests')
    await earlier.findByText('Withdrawn')
    expect(earlier.queryByText('None yet.')).toBeNull()
  })

  it('a draft of a sent request is not offered again', async () => {
    const { user } = await page.open('/admin-access')
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'To add holidays')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw request' }))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })).value).toBe('')
  })

  it('an admin grants a request with a note, and it moves to the answered ones', async () => {
    await askAs('I plan the second shift')
    const { name } = page.tenant.planner
    const { user } = await page.open('/admin-access', page.tenant.admin)
    await user.click((await panel('Requests')).getByRole('button', { name: 'Grant' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Make ${name} an admin?` }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'From Monday on')
    await user.click(dialog.getByRole('button', { name: 'Grant' }))
    await toastSaid(`${name} is now an admin`)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await (await panel('Requests')).findByText('No open requests.')
    await (await panel('Answered requests')).findByText(/^Granted by .+: From Monday on$/)
    expect((await access()).requests[0]).toMatchObject({ status: 'Granted', note: 'From Monday on' })
  })

  it('a refused requester stays a member, and Escape leaves the request open', async () => {
    await askAs('I plan the second shift')
    const { name } = page.tenant.planner
    const { user } = await page.open('/admin-access', page.tenant.admin)
    const refuse = (await panel('Requests')).getByRole('button', { name: 'Refuse' })
    await user.click(refuse)
    await screen.findByRole('dialog', { name: `Refuse the request of ${name}?` })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await access()).requests[0].status).toBe('Open')
    await user.click(refuse)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }))
    await toastSaid('The request was refused')
    const { requests, holders } = await access()
    expect(requests[0].status).toBe('Refused')
    expect(holders.find(({ userId }: { userId: string }) => userId === page.tenant.planner.userId).access).toBe('user')
  })
})

describe('the list of who has which access', () => {
  it('the list names admins first, and an admin grants and revokes rights after a confirmation', async () => {
    const { name } = page.tenant.planner
    const { user } = await page.open('/admin-access', page.tenant.admin)
    const people = await panel('Who has which access')
    const rights = () => people.getAllByRole('row').map((row) => row.textContent?.match(/Admin|User/)?.[0])
    await waitFor(() => expect(rights().slice(1)).toEqual(['Admin', 'User']))
    await user.click(people.getByRole('button', { name: `Grant admin rights to ${name}` }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Grant' }))
    await toastSaid(`${name} is now an admin`)
    await user.click(await people.findByRole('button', { name: `Revoke the admin rights of ${name}` }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await toastSaid(`${name} is no longer an admin`)
    await waitFor(() => expect(rights().slice(1)).toEqual(['Admin', 'User']))
  })

  it('a member sees the list without its buttons, and a short list has no search', async () => {
    await page.open('/admin-access')
    const people = await panel('Who has which access')
    expect(people.getAllByRole('row')).toHaveLength(3)
    expect(people.queryByRole('button', { name: /admin rights/ })).toBeNull()
    expect(people.queryByRole('searchbox')).toBeNull()
  })

  it('twelve people can be searched by name', async () => {
    for (let n = 1; n <= 10; n++) {
      await page.server.newUser({ name: `Welder ${n}`, memberOf: [{ tenantId: page.tenant.tenantId }] })
    }
    const { user } = await page.open('/admin-access')
    const people = await panel('Who has which access')
    await user.type(people.getByRole('searchbox', { name: 'Find a person' }), 'welder 10')
    expect(people.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      expect.stringContaining('Welder 10'),
    ])
    await user.type(people.getByRole('searchbox'), '0')
    expect(people.getByRole('status').textContent).toBe('Nobody matches.')
  })
})
