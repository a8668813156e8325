import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { listScreen } from '#testing/list-screen.ts'
import { toast } from '#web/ui/toast.tsx'

const page = listScreen()
beforeEach(() => {
  vi.spyOn(toast, 'success')
})

const panel = async (name: string) => within(await screen.findByRole('region', { name }))
const toastSaid = (sentence: string) => waitFor(() => expect(toast.success).toHaveBeenCalledWith(sentence))
const askAs = async (reason: string) => {
  const { status } = await page.server.as(page.tenant.planner).post('/access-requests', { reason, access: 'admin' })
  expect(status).toBe(201)
}
const access = async () => (await page.server.as(page.tenant.admin).get('/access-requests')).body

describe('a request for more access', () => {
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

  it('a viewer may request each higher access, the next one by default', async () => {
    const viewer = await page.server.newUser({ memberOf: [{ tenantId: page.tenant.tenantId, access: 'view' }] })
    const { user } = await page.open('/admin-access', viewer)
    const form = await panel('Request more access')
    expect(form.getAllByRole<HTMLInputElement>('radio').map(({ ariaLabel, checked }) => [ariaLabel, checked])).toEqual([
      ['Reporter', true],
      ['Planner', false],
      ['Admin', false],
    ])
    await user.click(form.getByRole('radio', { name: 'Planner' }))
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'I plan the second shift')
    await user.click(form.getByRole('button', { name: 'Send request' }))
    await (await panel('Your request')).findByText('You ask to be a Planner.')
    expect((await access()).requests[0]).toMatchObject({ access: 'plan', status: 'Open' })
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
    const requests = await panel('Requests')
    requests.getByText(/asks to be an Admin$/)
    await user.click(requests.getByRole('button', { name: 'Grant' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Make ${name} an Admin?` }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'From Monday on')
    await user.click(dialog.getByRole('button', { name: 'Grant' }))
    await toastSaid(`${name} is now an Admin`)
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
    expect(holders.find(({ userId }: { userId: string }) => userId === page.tenant.planner.userId).access).toBe('plan')
  })
})

describe('the list of members and their access', () => {
  it('an admin changes the access of a member, and limits a planner to some work centers', async () => {
    const { name, userId } = page.tenant.planner
    const { categoryId } = await buildCategory(await page.server.contextOf(page.tenant.admin), { name: 'Weld' })
    const { user } = await page.open('/admin-access', page.tenant.admin)
    const people = await panel('Who has which access')
    const rights = () =>
      people.getAllByRole('row').map((row) => row.textContent?.match(/Admin|Planner( of .+)?Change$/)?.[0])
    await waitFor(() => expect(rights().slice(1)).toEqual(['Admin', 'PlannerChange']))
    await user.click(people.getByRole('button', { name: `Change the access of ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: `Change the access of ${name}` }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Plans' }), 'Some work centers')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    await dialog.findByText('Choose at least one work center')
    await user.click(await dialog.findByRole('checkbox', { name: 'Weld' }))
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    await toastSaid(`The work centers of ${name} were changed`)
    await waitFor(() => expect(rights().slice(1)).toEqual(['Admin', 'Planner of 1 work centerWeldChange']))
    const holder = async () => (await access()).holders.find((one: { userId: string }) => one.userId === userId)
    expect(await holder()).toMatchObject({ access: 'plan', workCenterIds: [categoryId] })

    await user.click(people.getByRole('button', { name: `Change the access of ${name}` }))
    const again = within(await screen.findByRole('dialog', { name: `Change the access of ${name}` }))
    await user.click(again.getByRole('radio', { name: 'Reporter' }))
    expect(again.queryByRole('combobox', { name: 'Plans' })).toBeNull()
    await user.click(again.getByRole('button', { name: 'Change' }))
    await toastSaid(`${name} is now a Reporter`)
    expect(await holder()).toMatchObject({ access: 'report', workCenterIds: null })
  })

  it('an admin cannot change their own access, and the button says why', async () => {
    const { user } = await page.open('/admin-access', page.tenant.admin)
    const people = await panel('Who has which access')
    const own = people.getByRole('button', { name: `Change the access of ${page.tenant.admin.name}` })
    expect(own.getAttribute('aria-disabled')).toBe('true')
    own.focus()
    await user.hover(own)
    await screen.findByText('You cannot change your own access.')
  })

  it('a member sees the list without its buttons, and a short list has no search', async () => {
    await page.open('/admin-access')
    const people = await panel('Who has which access')
    expect(people.getAllByRole('row')).toHaveLength(3)
    expect(people.queryByRole('button', { name: /^Change the access/ })).toBeNull()
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
    expect(people.getByRole('status').textContent).toBe('No people match.')
  })
})
