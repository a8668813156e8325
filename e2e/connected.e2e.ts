import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { hooksPort, mailPort, shopsPort } from './support/ports.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Message {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let mailServer: MailServer
let receiver: Server
let messages: Message[] = []

// This file's shop is restarted with a mail server and a webhook receiver, both in this process.
test.beforeAll(async ({ browserName: _ }, { parallelIndex }) => {
  mailServer = await startMailServer({ port: mailPort(parallelIndex) })
  receiver = createServer(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(hooksPort(parallelIndex), 'localhost', resolve))
})
test.beforeEach(async ({ page }, { parallelIndex }) => {
  messages = []
  const answer = await fetch(`http://localhost:${shopsPort}/${parallelIndex}/connect`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  await signInAs(page, 'admin')
})
test.afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await mailServer.close()
})

const password = 'Chosen-By-Mail-44'

test('an invitation arrives by e-mail, names the organization, and leads to a signed-in session', async ({
  page,
  browser,
}) => {
  await page.goto('/admin?tab=users')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await expect(form.getByText('They get an email with an invitation link.')).toBeVisible()
  await form.getByLabel('Email').fill('mia@example.com')
  await form.getByLabel('Name').fill('Mia Lund')
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect
    .poll(() => mailServer.mails.map(({ to, subject }) => [...to, subject]))
    .toEqual([['mia@example.com', 'Join Northwind Fabrication on Scheduler']])
  const link = /http:\S+\/login\?invitation=\S+/.exec(mailServer.mails[0]?.text ?? '')?.[0]
  if (!link) throw new Error(`The message has no link: ${mailServer.mails[0]?.text}`)

  const other: Page = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Join Northwind Fabrication' })).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Accept invitation' }).click()
  await other.waitForURL((url) => url.pathname === '/')
  await expect(other.getByRole('heading', { name: 'What needs a decision today' })).toBeVisible()
})

/** Verifies a message like a receiver with the secret (Standard Webhooks). */
const isSigned = ({ headers, body }: Message, secret: string): boolean => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('a webhook from the settings reports a run, and its secret verifies the signature', async ({ page }, {
  parallelIndex,
}) => {
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Address').fill(`http://localhost:${hooksPort(parallelIndex)}/plan`)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/schedule')
  await page.getByRole('button', { name: 'Schedule all' }).first().click()
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  const ofRun = () => messages.find(({ body }) => JSON.parse(body).event === 'run.finished')
  await expect.poll(ofRun, { timeout: 30_000 }).toBeTruthy()
  const message = ofRun()
  if (!message) throw new Error('No message of the run')
  expect(isSigned(message, secret)).toBe(true)
  expect(isSigned({ ...message, body: message.body.replace('run.finished', 'run.failed') }, secret)).toBe(false)
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: /^Messages of / }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/delivered/i)
      .first(),
  ).toBeVisible()
})
