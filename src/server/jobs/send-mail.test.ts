// @module-tag bothEngines
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { type MailServer, mailPassword, type ReceivedMail, startMailServer } from '#testing/mail-server.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { mailOutbox } from '../db/tables/mail.table.ts'
import { tenants } from '../db/tables/tenants.table.ts'
import { readEnv } from '../env.ts'
import { sendDueMail, startMail } from './send-mail.ts'
import { type SendMail, smtpTransport } from './smtp-transport.ts'

const origin = 'http://localhost:3001'
let post: MailServer
let server: TestServer
let tenant: TestTenant
let send: SendMail
let lines: string[]
const log = {
  info: (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message })),
  error: (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message })),
}
const transportOf = (url: string): SendMail => {
  const env = readEnv({ SMTP_URL: url, MAIL_FROM: 'Planning <plan@shop.example>', PUBLIC_ORIGIN: origin })
  const made = smtpTransport(env)
  if (!made) throw new Error('No transport')
  return made
}
beforeAll(async () => {
  post = await startMailServer()
  server = await startServer({ SMTP_URL: post.url, MAIL_FROM: 'Planning <plan@shop.example>', PUBLIC_ORIGIN: origin })
  send = transportOf(post.url)
})
beforeEach(async () => {
  lines = []
  await server.services.db.withSystem((tx) => tx.delete(mailOutbox))
  tenant = await server.newTenant({ name: 'Northwind & <Sons>' })
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const sendAll = () => sendDueMail(server.services, send, log)
const waiting = () => server.services.db.readSystem((tx) => tx.select().from(mailOutbox))
const mailTo = (email: string): ReceivedMail => {
  const found = post.mails.filter(({ to }) => to.includes(email))
  expect(found).toHaveLength(1)
  const [mail] = found
  if (!mail) throw new Error('No message')
  return mail
}
const mailsTo = (email: string) => post.mails.filter(({ to }) => to.includes(email))
let people = 0
const newEmail = () => `person-${++people}@example.com`
const invite = (email: string, name = 'Typed Name') => server.as(tenant.admin).post('/users', { email, name })
const forgot = (email: string) => server.as(null).post('/auth/forgot-password', { email })
const tokenIn = (mail: ReceivedMail, parameter: string): string =>
  new URLSearchParams(new URL(/http\S+/.exec(mail.text)?.[0] ?? '').search).get(parameter) ?? ''

describe('an invitation', () => {
  it('is sent with a link that ends signed in, in plain text and in escaped HTML, and leaves no token behind', async () => {
    const email = newEmail()
    const { body } = await invite(email)
    expect(JSON.stringify(await waiting())).toContain(body.link.linkToken)
    expect(await sendAll()).toBe(1)
    const mail = mailTo(email)
    expect(mail).toMatchObject({
      from: 'plan@shop.example',
      to: [email],
      subject: 'Join Northwind & <Sons> on Scheduler',
    })
    expect(mail.headers.get('from')).toEqual(['Planning <plan@shop.example>'])
    expect(mail.text).toContain('You are invited to join Northwind & <Sons> on Scheduler.')
    expect(mail.html).toContain('join Northwind &amp; &lt;Sons&gt; on Scheduler')
    expect(mail.html).not.toContain('<Sons>')
    const token = tokenIn(mail, 'invitation')
    expect(token).toBe(body.link.linkToken)
    expect(await waiting()).toEqual([])
    const joined = await server.as(null).post('/auth/accept-invitation', { token, password: 'Own-Password-31' })
    expect(joined).toMatchObject({ status: 200, body: { email } })
  })

  it('is not sent when it was withdrawn, and only its newest link is sent', async () => {
    const [withdrawn, renewed] = [newEmail(), newEmail()]
    const { body: first } = await invite(withdrawn)
    const { body: second } = await invite(renewed)
    await server.as(tenant.admin).delete(`/users/${first.id}`)
    const { body: link } = await server.as(tenant.admin).post(`/users/${second.id}/password-reset`, {})
    expect(await sendAll()).toBe(1)
    expect(mailsTo(withdrawn)).toEqual([])
    expect(tokenIn(mailTo(renewed), 'invitation')).toBe(link.linkToken)
    expect(await waiting()).toEqual([])
  })

  it('is not sent when the request that made it failed', async () => {
    const answer = await invite(tenant.planner.email)
    expect(answer.status).toBe(409)
    expect(await waiting()).toEqual([])
  })

  it('is sent to the first admin of a new organization', async () => {
    const email = newEmail()
    const superAdmin = await server.newUser({ isSuperAdmin: true })
    await server.as(superAdmin).post('/tenants', { name: 'Fabrikam Tooling', adminEmail: email, adminName: 'First' })
    await sendAll()
    expect(mailTo(email).subject).toBe('Join Fabrikam Tooling on Scheduler')
  })
})

describe('a forgotten password', () => {
  const member = () => server.newUser({ memberOf: [{ tenantId: tenant.tenantId }], password: 'Old-Password-12' })

  it('gets a link that sets a new one and that works once, for an hour', async () => {
    const { email } = await member()
    expect((await forgot(email.toUpperCase())).status).toBe(200)
    expect(await sendAll()).toBe(1)
    const token = tokenIn(mailTo(email), 'reset')
    const set = () => server.as(null).post('/auth/reset-password', { token, newPassword: 'New-Password-34' })
    const late = await forgot(email)
    expect(late.status).toBe(200)
    await sendAll()
    expect((await set()).status).toBe(200)
    expect((await set()).status).toBe(422)
    // The second link was for the same purpose, so it has ended too.
    const other = tokenIn(valueAt(mailsTo(email), 1), 'reset')
    expect(other).not.toBe(token)
    const again = await server.as(null).post('/auth/reset-password', { token: other, newPassword: 'Third-Password-5' })
    expect(again.status).toBe(422)
    const login = (password: string) => server.as(null).post('/auth/login', { email, password })
    expect((await login('New-Password-34')).status).toBe(200)
  })

  it('is answered alike, with the same work, whether or not the e-mail has an account', async () => {
    const disabled = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }], status: 'Disabled' })
    const superAdmin = await server.newUser({ isSuperAdmin: true, memberOf: [{ tenantId: tenant.tenantId }] })
    const emails = [(await member()).email, 'stranger@example.com', disabled.email, superAdmin.email]
    const answers = []
    const rows = []
    for (const email of emails) {
      answers.push(await forgot(email))
      rows.push(...(await waiting()).filter(({ message }) => message.kind === 'password' && message.email === email))
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('If this email has an account') },
    })
    // Each left one message to be looked at later: the request itself reads no account.
    expect(rows.map(({ aboutTenantId }) => aboutTenantId)).toEqual([null, null, null, null])
    expect(await sendAll()).toBe(1)
    expect(emails.map((email) => mailsTo(email).length)).toEqual([1, 0, 0, 0])
    expect(await waiting()).toEqual([])
  })

  it('counts like attempts to sign in, for known and unknown e-mails alike', async () => {
    for (const email of [(await member()).email, newEmail()]) {
      const statuses = []
      for (let i = 0; i < 7; i++) statuses.push((await forgot(email)).status)
      expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
      expect(statuses).toContain(429)
      const login = await server.as(null).post('/auth/login', { email, password: 'Old-Password-12' })
      expect(login.status).toBe(429)
    }
    await sendAll()
  })

  it.each(['a\u0000@example.com', '\ud800@example.com', `${'x'.repeat(300)}@example.com`, '\u{1f600}@example.com'])(
    'is answered alike for the strange e-mail %j',
    async (email) => {
      expect((await forgot(email)).status).toBe(200)
      expect(await sendAll()).toBe(0)
    },
  )

  it('gets at most three links that work at the same time, so that nobody can flood a mailbox', async () => {
    const { email } = await member()
    for (let i = 0; i < 5; i++) await forgot(email)
    expect(await sendAll()).toBe(3)
    expect(mailsTo(email)).toHaveLength(3)
  })

  it('is refused where no e-mail is configured', async () => {
    const plain = await startServer()
    const answer = await plain.as(null).post('/auth/forgot-password', { email: 'someone@example.com' })
    expect(answer).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Contact your administrator') },
    })
    const { admin } = await plain.newTenant()
    await plain.as(admin).post('/users', { email: newEmail(), name: 'Somebody' })
    expect(await plain.services.db.readSystem((tx) => tx.select().from(mailOutbox))).toEqual([])
    expect((await plain.as(null).get('/mail')).body).toEqual({ isConfigured: false })
    expect((await server.as(null).get('/mail')).body).toEqual({ isConfigured: true })
    await plain.close()
  })
})

describe('the sender', () => {
  it('tries again later while the mail server is away, and then delivers once', async () => {
    const away = await startMailServer()
    const port = Number(new URL(away.url).port)
    await away.close()
    const email = newEmail()
    await invite(email)
    const sendToAway = () => sendDueMail(server.services, transportOf(away.url), log)
    expect(await sendToAway()).toBe(0)
    const [row] = await waiting()
    expect(row).toMatchObject({ failures: 1 })
    expect(row?.dueAt.getTime()).toBe(server.clock.now().getTime() + minuteMs)
    expect(await sendToAway()).toBe(0)
    expect(await waiting()).toMatchObject([{ failures: 1 }])
    server.clock.advance(minuteMs)
    expect(await sendToAway()).toBe(0)
    expect(await waiting()).toMatchObject([{ failures: 2 }])
    server.clock.advance(2 * minuteMs)
    const back = await startMailServer({ port })
    expect(await sendToAway()).toBe(1)
    expect(await sendToAway()).toBe(0)
    expect(back.mails.map(({ to }) => to)).toEqual([[email]])
    await back.close()
  })

  it('drops a message that could not be sent until its link ended', async () => {
    await invite(newEmail())
    server.clock.advance(24 * 60 * minuteMs)
    expect(await sendAll()).toBe(0)
    expect(await waiting()).toEqual([])
  })

  it('lets a refused or busy recipient not block the others', async () => {
    const [gone, full, fine] = [newEmail(), newEmail(), newEmail()]
    post.refused.add(gone)
    post.busy.add(full)
    for (const email of [full, gone, fine]) {
      await invite(email)
      // Messages are sent in the order in which they were written.
      server.clock.advance(1)
    }
    expect(await sendAll()).toBe(1)
    expect(mailsTo(fine)).toHaveLength(1)
    // The refused one is given up, the busy one is tried again.
    expect(await waiting()).toMatchObject([{ failures: 1 }])
    post.busy.clear()
    server.clock.advance(minuteMs)
    expect(await sendAll()).toBe(1)
    expect([gone, full, fine].map((email) => mailsTo(email).length)).toEqual([0, 1, 1])
  })

  it('delivers each message once when several servers send, also after one of them died with a message', async () => {
    const emails = Array.from({ length: 12 }, newEmail)
    for (const email of emails) await invite(email)
    const dies: SendMail = () => new Promise(() => undefined)
    void sendDueMail(server.services, dies, log)
    await expect.poll(async () => (await waiting()).filter(({ dueAt }) => dueAt > server.clock.now()).length).toBe(1)
    const sent = await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(11)
    server.clock.advance(3 * minuteMs)
    expect(await sendAll()).toBe(1)
    for (const email of emails) expect(mailsTo(email)).toHaveLength(1)
  })

  it('runs as a job that wakes when a message is written', async () => {
    const jobs = [startMail(server.services, send, log), startMail(server.services, send, log)]
    const email = newEmail()
    await invite(email)
    await expect.poll(() => mailsTo(email).length, { interval: 20 }).toBe(1)
    await expect.poll(waiting, { interval: 20 }).toEqual([])
    for (const job of jobs) await job.close()
    expect(mailsTo(email)).toHaveLength(1)
    expect(lines).toEqual([])
  })

  it('lets neither the many messages of one organization nor a recipient that hangs delay another organization', async () => {
    const hanging = newEmail()
    const arrived: string[] = []
    const sendOrHang: SendMail = ({ to }) =>
      to === hanging ? new Promise(() => undefined) : Promise.resolve(void arrived.push(to))
    const flood = Array.from({ length: 20 }, newEmail)
    for (const email of flood) {
      await invite(email)
      server.clock.advance(1)
    }
    const [slow, other] = [await server.newTenant(), await server.newTenant()]
    await server.as(slow.admin).post('/users', { email: hanging, name: 'Slow' })
    server.clock.advance(1)
    const theirs = newEmail()
    await server.as(other.admin).post('/users', { email: theirs, name: 'Quick' })
    const job = startMail(server.services, sendOrHang, log)
    await expect.poll(() => arrived, { timeout: 12_000 }).toContain(theirs)
    expect(arrived.indexOf(theirs)).toBeLessThan(3)
    await expect.poll(() => arrived.length, { timeout: 12_000 }).toBe(flood.length + 1)
    // Also a message that is written while another one hangs.
    const later = newEmail()
    await server.as(other.admin).post('/users', { email: later, name: 'Later' })
    await expect.poll(() => arrived, { timeout: 12_000 }).toContain(later)
    await job.close()
  })

  it('sends nothing to an address from which a mail server would read another one', async () => {
    const email = `old-${people}@example.com>`
    const { userId } = await server.newUser({ email, memberOf: [{ tenantId: tenant.tenantId }] })
    expect((await forgot(email)).status).toBe(200)
    expect(await sendAll()).toBe(0)
    expect(mailsTo(email.replace('>', ''))).toEqual([])
    expect(await waiting()).toEqual([])
    const links = await server.services.db.readSystem((tx) =>
      tx.execute(sql`select from password_resets where user_id = ${userId}`),
    )
    expect(links.rows).toEqual([])
  })

  it('gives its password to no other machine without TLS', async () => {
    const elsewhere = await startMailServer({ host: '127.0.0.2' })
    await invite(newEmail())
    expect(await sendDueMail(server.services, transportOf(elsewhere.url), log)).toBe(0)
    expect(elsewhere.signIns).toEqual([])
    await elsewhere.close()
  })

  it('writes no header, no line and no recipient from names with line breaks', async () => {
    const email = newEmail()
    const name = 'Works\r\nBcc: victim@example.com\r\n\r\nHello\u2028You\u0085there'
    await server.services.db.withSystem((tx) =>
      tx.update(tenants).set({ name }).where(eq(tenants.tenantId, tenant.tenantId)),
    )
    await invite(email, 'Typed\r\nBcc: other@example.com')
    expect(await sendAll()).toBe(1)
    const mail = mailTo(email)
    expect(mail.to).toEqual([email])
    expect(mail.headers.has('bcc')).toBe(false)
    expect([...mail.headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(mail.subject).toBe('Join Works Bcc: victim@example.com Hello You there on Scheduler')
    expect(mail.text.split('\n')[0]).toBe(
      'You are invited to join Works Bcc: victim@example.com Hello You there on Scheduler.',
    )
  })

  it.each(['a@b.example,victim@example.com', 'a@b.example>,<victim@example.com', 'x:a@b.example;victim@c.example'])(
    'sends nothing to a second address inside the e-mail %s',
    async (email) => {
      const answer = await invite(email)
      await sendAll()
      const delivered = post.mails
        .filter((mail) => mail.raw.includes(answer.body.link?.linkToken ?? 'none'))
        .map(({ to }) => to)
      expect(delivered.flat().filter((address) => address !== email)).toEqual([])
      expect(mailsTo('victim@example.com')).toEqual([])
    },
  )

  it('logs neither tokens, passwords nor addresses, also when a message fails', async () => {
    const email = newEmail()
    post.refused.add(email)
    const { body } = await invite(email)
    await forgot(tenant.planner.email)
    const wrong = post.url.replace(mailPassword, 'wrong-Secret-78')
    await sendDueMail(server.services, transportOf(wrong), log)
    server.clock.advance(minuteMs)
    await sendAll()
    const all = [...lines, ...server.logs].join('\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join()).toContain('The mail server refused a message')
    const token = tokenIn(mailTo(tenant.planner.email), 'reset')
    for (const secret of [body.link.linkToken, token, mailPassword, 'wrong-Secret-78', email, tenant.planner.email]) {
      expect(all).not.toContain(secret)
    }
  })

  it('leaves no password link behind when its message could not be sent', async () => {
    await forgot(tenant.planner.email)
    const tokens: string[] = []
    const fails: SendMail = async (mail) => {
      tokens.push(/reset=(\S+)/.exec(mail.text)?.[1] ?? '')
      throw Object.assign(new Error('down'), { code: 'ECONNECTION' })
    }
    await sendDueMail(server.services, fails, log)
    expect(tokens).toHaveLength(1)
    const opened = await server.as(null).post('/auth/one-time-link', { token: tokens[0] })
    expect(opened.status).toBe(422)
  })
})

describe('the outbox', () => {
  it('is closed to organizations, and a deleted organization takes its messages along', async () => {
    await invite(newEmail())
    const ctx = await server.contextOf(tenant.admin)
    await expect(server.services.db.withTenant(ctx, (tx) => tx.select().from(mailOutbox))).rejects.toThrow()
    await expect(
      server.services.db.withTenant(ctx, (tx) => tx.update(mailOutbox).set({ failures: 0 })),
    ).rejects.toThrow()
    const superAdmin = await server.newUser({ isSuperAdmin: true })
    const gone = await server.as(superAdmin).call('DELETE', `/tenants/${tenant.tenantId}`, { confirmName: tenant.name })
    expect(gone.status).toBe(204)
    expect(await waiting()).toEqual([])
  })
})
