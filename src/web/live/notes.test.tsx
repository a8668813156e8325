import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { newId } from '#web/api/client-id.ts'
import { rereadSession, setTenant, useSession } from '#web/stores/session.ts'
import { holdConnection } from './connection.ts'
import { mostNotes, noteHeard, notes, noteUnheard, startSendingNotes } from './notes.ts'
import type { LiveConnection } from './socket.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
let endSending: () => void
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  endSending = startSendingNotes()
})
afterEach(() => {
  endSending()
  holdConnection(null)
})

const note = (title: string) => ({ id: newId(), to: null, title, message: '', priority: 'medium' as const })
const waiting = () => notes.entries.get().map(({ title }) => title)
const received = async (): Promise<string[]> => {
  const { body } = await server.as(tenant.admin).get('/notifications')
  return (body as { title: string }[]).map(({ title }) => title).toReversed()
}
const offline = () =>
  browser.interfere(() => {
    throw new TypeError('Failed to fetch')
  })
const online = () => browser.interfere(() => null)

describe('the queue of outgoing notes', () => {
  it('keeps its order while offline and across a reload, and sends each note once', async () => {
    offline()
    for (const title of ['first', 'second', 'third']) expect(notes.add(note(title))).toBe(true)
    await notes.sendNow()
    expect(waiting()).toEqual(['first', 'second', 'third'])
    // Simulates a reload of the page: the storage is read again.
    useSession.setState({ userId: null })
    expect(waiting()).toEqual([])
    rereadSession()
    expect(waiting()).toEqual(['first', 'second', 'third'])
    online()
    await Promise.all([notes.sendNow(), notes.sendNow()])
    await notes.sendNow()
    expect(await received()).toEqual(['first', 'second', 'third'])
    expect(waiting()).toEqual([])
  })

  it('does not make the server store a note twice when the answer was lost', async () => {
    const again = note('again')
    let lost = 0
    // The server stores the note, but the browser does not get the answer.
    browser.interfere(async (method, path) => {
      if (method !== 'POST' || path !== '/api/notifications' || lost++ > 0) return null
      const headers = { ...browser.lastHeaders(), host: 'localhost:3001', origin: 'http://localhost:3001' }
      const payload = JSON.stringify(browser.lastBody('POST /api/notifications'))
      const { statusCode } = await server.app.inject({ method: 'POST', url: path, headers, payload })
      expect(statusCode).toBe(201)
      return new Response('<html>502</html>', { status: 502 })
    })
    notes.add(again)
    await notes.sendNow()
    expect(waiting()).toEqual(['again'])
    await notes.sendNow()
    await notes.sendNow()
    expect((await received()).filter((title) => title === 'again')).toHaveLength(1)
  })

  it('waits for the answer on the socket, and falls back to POST if the socket closes first', async () => {
    const sent: string[] = []
    const socket: Pick<LiveConnection, 'send' | 'answers'> = {
      answers: () => true,
      send: (message) => {
        if (message.type === 'notification') sent.push(message.data.title)
        return true
      },
    }
    holdConnection(socket as LiveConnection)
    const [a, b] = [note('by socket'), note('by post')]
    notes.add(a)
    notes.add(b)
    expect(sent).toEqual(['by socket'])
    noteHeard(a.id, null)
    await expect.poll(() => sent).toEqual(['by socket', 'by post'])
    noteUnheard()
    await notes.sendNow()
    expect(waiting()).toEqual([])
    // The first note went to the socket of this test, so the server received only the second one.
    expect(await received()).toEqual(['by post'])
  })

  it('drops a note that the server refuses and continues with the next one', async () => {
    notes.add({ ...note('to nobody'), to: newId() })
    notes.add(note('to all'))
    await notes.sendNow()
    expect(waiting()).toEqual([])
    expect(await received()).toEqual(['to all'])
  })

  it('a note that an earlier release has stored is sent', async () => {
    const stored = [{ id: newId(), to: null, title: 'stored', message: 'Blade is dull', priority: 'low' }]
    localStorage.setItem(`outbox:${tenant.tenantId}:${tenant.planner.userId}`, JSON.stringify([null, ...stored]))
    await notes.sendNow()
    expect([await received(), waiting()]).toEqual([['stored'], []])
  })

  it('a note that could not be sent is sent again after a delay', async () => {
    offline()
    notes.add(note('later'))
    await notes.sendNow()
    online()
    await expect.poll(received, { timeout: 5_000 }).toEqual(['later'])
  })

  it('contains at most 100 notes of one user in one organization, and is emptied when the organization is switched', () => {
    offline()
    for (let n = 0; n < mostNotes; n++) expect(notes.add(note(`${n}`))).toBe(true)
    expect(notes.add(note('one too many'))).toBe(false)
    expect(waiting().at(-1)).toBe('99')
    setTenant({ tenantId: newId(), name: 'Other' })
    expect(waiting()).toEqual([])
    expect(Object.keys(localStorage).filter((key) => key.startsWith('outbox:'))).toEqual([])
  })
})
