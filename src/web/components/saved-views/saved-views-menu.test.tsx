import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { SavedView } from '#contract/saved-views.ts'
import { setFetch } from '#testing/web-harness.ts'
import { savedViewsQuery } from '#web/api/overview/saved-views.queries.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { SavedViewsMenu } from './saved-views-menu.tsx'

const viewOf = (name: string, fields: Partial<SavedView> = {}): SavedView => ({
  viewId: crypto.randomUUID(),
  screen: 'operations',
  name,
  search: { groupBy: name },
  version: 1,
  createdAt: '2026-11-18T09:00:00.000Z',
  modifiedAt: '2026-11-18T09:00:00.000Z',
  modifiedBy: 'Dana',
  shared: false,
  isDefault: false,
  ownerName: 'Dana',
  mine: true,
  canEdit: true,
  ...fields,
})
const late = viewOf('Late work', { search: { sortBy: 'lateness', tab: 'overdue' } })
const start = viewOf('Start here', { isDefault: true, shared: true })
const theirs = viewOf('Paint shop', { mine: false, canEdit: false, shared: true, ownerName: 'Ben' })

const show = async (search: SavedView['search'], views: readonly SavedView[] = [late, start, theirs]) => {
  const sent: unknown[] = []
  setFetch(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') return Response.json(views)
    const id = new URL(request.url).pathname.split('/').at(-1)
    const body: unknown = JSON.parse((await request.text()) || 'null')
    sent.push([request.method, views.find(({ viewId }) => viewId === id)?.name, body])
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(views[0])
  })
  const client = createQueryClient()
  client.setQueryData(savedViewsQuery('operations').queryKey, [...views])
  const onOpen = vi.fn()
  const said = vi.spyOn(toast, 'success').mockImplementation(() => {})
  render(
    <QueryClientProvider client={client}>
      <SavedViewsMenu screen="operations" search={search} onOpen={onOpen} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const openMenu = async () => {
    await user.click(screen.getAllByRole('button').at(0) ?? document.body)
    await screen.findByRole('menuitem', { name: /Save as new view/ })
  }
  const choose = async (name: RegExp) => {
    await openMenu()
    const found = [...screen.getAllByRole('menuitem'), ...screen.queryAllByRole('menuitemcheckbox')]
    await user.click(found.find(({ textContent }) => name.test(textContent ?? '')) ?? document.body)
  }
  return { user, onOpen, said, sent, openMenu, choose }
}
const items = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)

describe('the menu of saved views', () => {
  it('lists own and shared views with their owner or "default", and marks the current one', async () => {
    // The order of the fields in the URL does not matter.
    const { openMenu, onOpen, choose, user } = await show({ tab: 'overdue', sortBy: 'lateness' })
    expect(screen.getByRole('button').textContent).toBe('Late work')
    await openMenu()
    const views = screen
      .getAllByRole('menuitemcheckbox')
      .map((view) => [view.textContent, view.getAttribute('aria-checked')])
    expect(views).toEqual([
      ['Late work', 'true'],
      ['Start heredefault', 'false'],
      ['Paint shopBen', 'false'],
    ])
    expect(screen.getByText('Your views')).toBeTruthy()
    expect(screen.getByText('Shared views')).toBeTruthy()
    expect(items()).toEqual([
      'Save as new view…',
      'Open by default: “Late work”',
      'Share with everyone',
      'Delete “Late work”…',
    ])
    await user.keyboard('{Escape}')
    await choose(/Paint shop/)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(theirs.search)
  })

  it('offers only to save a view while no view is open', async () => {
    const { openMenu } = await show({ sortBy: 'name' }, [])
    expect(screen.getByRole('button').textContent).toBe('Views')
    await openMenu()
    expect(items()).toEqual(['Save as new view…'])
    expect(screen.queryByText('Your views')).toBeNull()
    expect(screen.queryByText('Shared views')).toBeNull()
    expect(screen.queryByRole('separator')).toBeNull()
  })

  it('changes the view that was opened last: its content, its default and its sharing, and announces it', async () => {
    const { choose, sent, said } = await show({ sortBy: 'name' })
    await choose(/Start here/)
    await choose(/Update “Start here”/)
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('Start here updated'))
    await choose(/Do not open by default/)
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('The standard list opens by default'))
    await choose(/Stop sharing/)
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('Only you can see this view'))
    expect(sent).toEqual([
      ['PUT', 'Start here', { search: { sortBy: 'name' } }],
      ['PUT', 'Start here', { isDefault: false }],
      ['PUT', 'Start here', { shared: false }],
    ])
  })

  it('asks before it deletes a view, and deletes nothing if the answer is no', async () => {
    const { choose, user, sent } = await show(start.search)
    await choose(/Delete “Start here”/)
    expect(screen.getByRole('alertdialog', { name: 'Delete “Start here”?' }).textContent).toContain(
      'It disappears for everyone who uses it.',
    )
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([])
    await choose(/Delete “Start here”/)
    await user.click(screen.getByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([['DELETE', 'Start here', {}]])
  })

  it("lets a reader open another person's view by default, but not change or delete it", async () => {
    const { openMenu, choose, sent, said } = await show(theirs.search)
    await openMenu()
    const isOff = (name: RegExp) => screen.getByRole('menuitem', { name }).getAttribute('aria-disabled') === 'true'
    expect([/Stop sharing/, /Delete/, /Open by default/].map(isOff)).toEqual([true, true, false])
    expect(screen.getByRole('menuitem', { name: /Delete/ }).textContent).toContain('belongs to Ben')
    await userEvent.keyboard('{Escape}')
    await choose(/Open by default: “Paint shop”/)
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('This view opens by default'))
    expect(sent).toEqual([['PUT', 'Paint shop', { isDefault: true }]])
  })

  it('saves a new view privately unless the reader shares it, and offers to change it next', async () => {
    const { choose, user, sent, said, openMenu } = await show({ sortBy: 'name' })
    await choose(/Save as new view/)
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect([box('Shared with everyone').checked, box('Open by default').checked]).toEqual([false, false])
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    expect(sent).toEqual([])
    await user.type(screen.getByLabelText(/Name/), 'Mine')
    await user.click(box('Open by default'))
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(said).toHaveBeenLastCalledWith('Late work saved')
    const body = { screen: 'operations', search: { sortBy: 'name' }, name: 'Mine', shared: false, isDefault: true }
    expect(sent).toEqual([['POST', undefined, body]])
    await openMenu()
    expect(items()).toContain('Update “Late work”')
  })
})
