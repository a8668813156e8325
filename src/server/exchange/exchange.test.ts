import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile as write } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddressSignIn } from '#contract/exchange.ts'
import type { AppServices } from '../context.ts'
import { ServerCaches } from '../server-caches.ts'
import { fetchFile, sendFile } from './call-address.ts'
import { exchangePlaces, isAllowedAddress } from './exchange-places.ts'
import { ExchangeProblem, FileStillWritten } from './exchange-problem.ts'
import { findNewest, readNewest, writeFile } from './organization-folder.ts'
import { findArrived } from './watched-folder.ts'

const { signal } = new AbortController()
const tenantId = randomUUID()
let root = ''
let folder = ''
let receiver: Server
let origin = ''
let answer: (request: IncomingMessage, reply: ServerResponse) => void = (_, reply) => void reply.end('a;b\n')
let received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []

/** Only the part of the services that these functions read. */
const app = (): AppServices =>
  ({
    exchange: { allowedOrigins: new Set([origin]), folder: root },
    caches: new ServerCaches(),
  }) as unknown as AppServices

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'exchange-'))
  folder = join(root, tenantId)
  receiver = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(parts).toString('utf8') })
      answer(request, reply)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(async () => {
  received = []
  answer = (_, reply) => void reply.end('a;b\n')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await rm(root, { recursive: true, force: true })
})

describe('an address', () => {
  const fetchFrom = (path: string, signIn: AddressSignIn = { kind: 'none' }, secret: string | null = null) =>
    fetchFile(app(), { url: `${origin}${path}`, signIn, secret, signal })

  test('the file is fetched with the sign-in, and has the name that the answer or the address gives', async () => {
    const file = await fetchFrom('/orders.csv?day=1', { kind: 'basic', user: 'erp' }, 'pass:word')
    expect(Buffer.from(file.bytes).toString()).toBe('a;b\n')
    expect(file.name).toBe('orders.csv')
    const basic = `Basic ${Buffer.from('erp:pass:word').toString('base64')}`
    expect(received[0]).toMatchObject({ method: 'GET', url: '/orders.csv?day=1', headers: { authorization: basic } })
    answer = (_, reply) => void reply.setHeader('content-disposition', 'attachment; filename="../Plan 7.xlsx"').end('x')
    expect((await fetchFrom('/export', { kind: 'header', header: 'X-API-Key' }, 'k')).name).toBe('Plan 7.xlsx')
    expect(received[1]?.headers['x-api-key']).toBe('k')
  })

  test.each([
    ['/Open%20orders.csv', undefined, 'Open orders.csv'],
    ['/St%C3%BCckliste.csv?x=%2F', undefined, 'Stückliste.csv'],
    ['/100%25.csv', undefined, '100%.csv'],
    ['/100%.csv', undefined, '100%.csv'],
    ['/%FF.csv', undefined, '%FF.csv'],
    ['/a%2F..%5Cb%0A%00%E2%80%AEvsc.csv', undefined, 'bvsc.csv'],
    ['/orders/', undefined, 'file'],
    ['/%0A', undefined, 'file'],
    ['/x', "attachment; filename=plain.csv; filename*=UTF-8''St%C3%BCck.csv", 'Stück.csv'],
    ['/x', "attachment; filename=plain.csv; filename*=UTF-8''%FF.csv", 'plain.csv'],
    ['/last%20part.csv', 'attachment; filename="../"', 'last part.csv'],
    ['/last.csv', 'inline', 'last.csv'],
  ])('the file of %s with the header %s is named %s', async (path, disposition, name) => {
    answer = (_, reply) => {
      if (disposition) reply.setHeader('content-disposition', disposition)
      reply.end('x')
    }
    expect((await fetchFrom(path)).name).toBe(name)
  })

  test.each([
    [401, 'The address refused the sign-in (401).'],
    [404, 'There is nothing at this address (404).'],
    [500, 'The address answered with an error (500).'],
  ])('that answers with %i is no file', async (status, message) => {
    answer = (_, reply) => void reply.writeHead(status).end('body')
    await expect(fetchFrom('/a')).rejects.toThrow(message)
  })

  test('a redirect to another host is not followed', async () => {
    answer = (_, reply) => void reply.writeHead(302, { location: `${origin}/secret` }).end()
    await expect(fetchFrom('/a')).rejects.toThrow('leads to another one (302)')
    expect(received).toHaveLength(1)
  })

  test('an answer that is too large, empty or cut off is refused', async () => {
    answer = (_, reply) => void reply.end(Buffer.alloc(5 * 1024 * 1024 + 1))
    await expect(fetchFrom('/a')).rejects.toThrow('larger than 5 MB')
    answer = (_, reply) => void reply.end()
    await expect(fetchFrom('/a')).rejects.toThrow('sent an empty file')
    answer = (_, reply) => {
      reply.writeHead(200, { 'content-length': '100' }).write('part')
      setTimeout(() => reply.destroy(), 20)
    }
    await expect(fetchFrom('/a')).rejects.toThrow('No connection')
  })

  test('a caller that waits less hears for how long it waited', async () => {
    answer = () => undefined
    const address = { url: `${origin}/a`, signIn: { kind: 'none' }, secret: null } as const
    await expect(fetchFile(app(), { ...address, answerMs: 200 })).rejects.toThrow('No answer within 0.2 seconds.')
  })

  test('an address that the operator has not listed is never called', async () => {
    const wrong = [
      origin.replace('127.0.0.1', 'localhost'),
      `http://user:word@${new URL(origin).host}`,
      'http://169.254.169.254',
      'file:///etc/passwd',
      'not an address',
    ]
    for (const url of wrong) {
      expect(isAllowedAddress(app(), url)).toBe(false)
      await expect(fetchFile(app(), { url, signIn: { kind: 'none' }, secret: null, signal })).rejects.toThrow(
        'does not connect to that host',
      )
    }
    expect(received).toEqual([])
  })

  test('a file is sent with its type, and counts as accepted only when the answer is 2xx', async () => {
    const send = () =>
      sendFile(app(), {
        method: 'PUT',
        url: `${origin}/dates`,
        signIn: { kind: 'header', header: 'Authorization' },
        secret: 'token a:b',
        bytes: Buffer.from('x,y'),
        mediaType: 'text/csv',
        signal,
      })
    await send()
    const headers = { 'content-type': 'text/csv', authorization: 'token a:b', 'content-length': '3' }
    expect(received[0]).toMatchObject({ method: 'PUT', url: '/dates', body: 'x,y', headers })
    answer = (_, reply) => void reply.writeHead(403).end()
    await expect(send()).rejects.toThrow('refused the sign-in (403)')
  })
})

describe('the folder of an organization', () => {
  const old = new Date('2026-11-18T08:00:00Z')
  const put = async (name: string, text: string, at = old) => {
    await write(join(folder, name), text)
    await utimes(join(folder, name), at, at)
  }
  const find = async (pattern: string) => (await findNewest(app(), tenantId, { patterns: [pattern], signal }))[0]
  const read = (pattern: string, how: object = {}) =>
    readNewest(app(), tenantId, { pattern, stillMs: 0, signal, ...how })

  test('the newest file whose name matches is found', async () => {
    await put('orders-1.csv', 'one')
    await put('orders-2.csv', 'two', new Date('2026-11-18T08:30:00Z'))
    await put('~$orders-3.csv', 'lock', new Date('2026-11-18T08:40:00Z'))
    await put('other.csv', 'other', new Date('2026-11-18T08:40:00Z'))
    const found = await find('Orders-*.csv')
    expect(found?.name).toBe('orders-2.csv')
    const patterns = ['other.csv', '*.xlsx', 'Orders-*.csv']
    const each = await findNewest(app(), tenantId, { patterns, signal })
    expect(each.map((one) => one?.name)).toEqual(['other.csv', undefined, 'orders-2.csv'])
    const file = await read('orders-*.csv', { expected: found?.mark })
    expect({ name: file.name, mark: file.mark, text: Buffer.from(file.bytes).toString() }).toEqual({
      ...found,
      text: 'two',
    })
    expect(await find('*.xlsx')).toBeNull()
    await expect(read('*.xlsx')).rejects.toThrow('There is no file *.xlsx in the folder.')
  })

  test('a file that changes is not read, nor another in the place of the one that is expected', async () => {
    await put('grows.csv', 'a')
    const known = await find('grows.csv')
    const growing = setInterval(() => void write(join(folder, 'grows.csv'), 'more', { flag: 'a' }), 100)
    const refused = new FileStillWritten('grows.csv is being written.')
    await expect(read('grows.csv', { stillMs: 1_000 })).rejects.toEqual(refused)
    clearInterval(growing)
    await expect(read('grows.csv', { expected: known?.mark })).rejects.toEqual(refused)
    expect(Buffer.from((await read('grows.csv', { stillMs: 500 })).bytes).toString()).toMatch(/^a(more)+$/)
  })

  test('a folder that answers later than its caller waits does not answer', async () => {
    await put('slow.csv', 'a')
    const slow = { stillMs: 60_000, taskMs: 300 }
    await expect(read('slow.csv', slow)).rejects.toThrow(new ExchangeProblem('The folder does not answer.'))
  })

  test('a file whose name says that it is being written is not found', async () => {
    const names = ['.orders.csv', '~orders.csv', 'orders.csv.tmp', 'orders.csv.part', 'orders.csv.PARTIAL']
    for (const name of [...names, 'orders.csv.filepart', 'orders.csv.crdownload']) await put(name, 'half')
    expect(await find('*')).toBeNull()
    await put('partial.tmp.csv', 'whole')
    expect((await find('*'))?.name).toBe('partial.tmp.csv')
  })

  describe('that is watched', () => {
    let atMs = Date.parse('2026-11-18T09:00:00Z')
    let server: AppServices
    let asked = 0
    beforeEach(() => {
      server = { ...app(), now: () => new Date(atMs) } as AppServices
      asked = 0
    })
    const patterns = async () => {
      asked += 1
      return ['a.csv', 'b*.csv']
    }
    const arrived = async (pattern = 'a.csv', afterMs = 0) => {
      atMs += afterMs
      return (await findArrived(server, tenantId, { pattern, patterns, signal }))?.name
    }

    test('a file that is the same at two looks has arrived, whatever its time is', async () => {
      await put('a.csv', 'half')
      expect(await arrived()).toBeUndefined()
      await put('a.csv', 'half and more')
      expect(await arrived('a.csv', 60_000)).toBeUndefined()
      expect(await arrived('a.csv', 60_000)).toBe('a.csv')
      await put('a.csv', 'new', new Date('2026-11-18T08:00:01Z'))
      expect(await arrived('a.csv', 60_000)).toBeUndefined()
      expect(await arrived('a.csv', 60_000)).toBe('a.csv')
      await rm(join(folder, 'a.csv'))
      expect(await arrived('a.csv', 60_000)).toBeUndefined()
    })

    test('the folder is looked at once for all patterns within half a minute', async () => {
      await put('a.csv', 'a')
      await put('b-1.csv', 'b')
      expect([await arrived(), await arrived('b*.csv', 29_999)]).toEqual([undefined, undefined])
      expect(asked).toBe(1)
      expect([await arrived('b*.csv', 1), await arrived('a.csv', 29_999)]).toEqual(['b-1.csv', 'a.csv'])
      expect(asked).toBe(2)
    })

    test('the folder is looked at again for a pattern that is new, which does not count as the second look', async () => {
      await put('a.csv', 'a')
      await put('c.csv', 'c')
      expect([await arrived(), await arrived('c.csv', 1_000)]).toEqual([undefined, undefined])
      expect(await arrived('a.csv', 1_000)).toBeUndefined()
      expect(asked).toBe(2)
      expect([await arrived('c.csv', 30_000), await arrived('a.csv')]).toEqual(['c.csv', 'a.csv'])
    })

    test('the folder is looked at again after a look that failed', async () => {
      await rm(folder, { recursive: true })
      await expect(arrived()).rejects.toThrow('has not made a folder')
      await mkdir(folder)
      await put('a.csv', 'a')
      expect([await arrived(), await arrived('a.csv', 30_000)]).toEqual([undefined, 'a.csv'])
    })
  })

  test('nothing outside of the folder is found', async () => {
    const foreign = join(root, randomUUID())
    await mkdir(foreign)
    await write(join(foreign, 'orders.csv'), 'foreign')
    await symlink(join(foreign, 'orders.csv'), join(folder, 'orders.csv'))
    await symlink(foreign, join(folder, 'sub'))
    await mkdir(join(folder, 'folder.csv'))
    for (const pattern of ['orders.csv', '*', `../${foreign}/orders.csv`, 'folder.csv', 'sub/orders.csv']) {
      expect(await find(pattern)).toBeNull()
      await expect(read(pattern)).rejects.toThrow('There is no file')
    }
  })

  test('files that are empty or larger than 5 MB are refused', async () => {
    await put('empty.csv', '')
    await expect(read('empty.csv')).rejects.toThrow('empty.csv is empty.')
    await put('large.csv', 'x'.repeat(5 * 1024 * 1024 + 1))
    await expect(read('large.csv')).rejects.toThrow('large.csv is larger than 5 MB.')
  })

  test('files that are sent lie in its folder "out", each in the place of the one before', async () => {
    for (const text of ['one', 'two']) {
      await writeFile(app(), tenantId, { name: 'dates.csv', bytes: Buffer.from(text), signal })
    }
    expect(await readFile(join(folder, 'out', 'dates.csv'), 'utf8')).toBe('two')
    expect(await readdir(join(folder, 'out'))).toEqual(['dates.csv'])
    const long = { name: `${'ä'.repeat(190)}.csv`, bytes: Buffer.from('x'), signal }
    await expect(writeFile(app(), tenantId, long)).rejects.toThrow('The file name is too long for the folder.')
    // What goes out does not come in again.
    expect(await find('*.csv')).toBeNull()
  })

  test('a link in the place of "out" is not followed', async () => {
    const foreign = join(root, randomUUID())
    await mkdir(foreign)
    await symlink(foreign, join(folder, 'out'))
    const file = { name: 'dates.csv', bytes: Buffer.from('x'), signal }
    await expect(writeFile(app(), tenantId, file)).rejects.toThrow('The folder out is a link.')
    expect(await readdir(foreign)).toEqual([])
  })

  test('what stands in the way of a file that goes out is named', async () => {
    const send = () => writeFile(app(), tenantId, { name: 'dates.csv', bytes: Buffer.from('x'), signal })
    await mkdir(join(folder, 'out', 'dates.csv'), { recursive: true })
    await expect(send()).rejects.toEqual(new ExchangeProblem('There is a folder with the name dates.csv.'))
    expect(await readdir(join(folder, 'out'))).toEqual(['dates.csv'])
    await rm(join(folder, 'out'), { recursive: true })
    await put('out', 'a file')
    await expect(send()).rejects.toEqual(new ExchangeProblem('The folder out is a file.'))
  })

  test('the folder exists only where the operator has made it', async () => {
    expect((await exchangePlaces(app(), tenantId)).folder).toBe(folder)
    const other = randomUUID()
    expect((await exchangePlaces(app(), other)).folder).toBeNull()
    await expect(readNewest(app(), other, { pattern: '*', stillMs: 0, signal })).rejects.toThrow(
      'has not made a folder',
    )
    const nowhere = { exchange: { allowedOrigins: new Set<string>(), folder: null } } as unknown as AppServices
    expect((await exchangePlaces(nowhere, tenantId)).folder).toBeNull()
    await expect(readNewest(nowhere, tenantId, { pattern: '*', stillMs: 0, signal })).rejects.toThrow(
      'reads no folders',
    )
  })
})
