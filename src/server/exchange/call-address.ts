import type { AddressSignIn } from '#contract/exchange.ts'
import { sourceLimits } from '#contract/import-sources.ts'
import type { AppServices } from '../context.ts'
import { nameInDisposition } from '../name-in-disposition.ts'
import { isAllowedAddress } from './exchange-places.ts'
import { ExchangeProblem } from './exchange-problem.ts'
import { sendRequest } from './send-request.ts'

const usualAnswerMs = 60_000

interface SignedInAddress {
  readonly url: string
  readonly signIn: AddressSignIn
  /** The value of the header, or the password. */
  readonly secret: string | null
  readonly signal?: AbortSignal
  /** Within which the answer must be complete. */
  readonly answerMs?: number
}

export interface ExchangedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const signInHeaders = (signIn: AddressSignIn, secret: string | null): Record<string, string> => {
  if (signIn.kind === 'none') return {}
  if (secret === null) throw new ExchangeProblem('The password for the address is missing.')
  if (signIn.kind === 'header') {
    if (!/^[\x20-\x7e\xa0-\xff]*$/.test(secret)) {
      throw new ExchangeProblem('The value of the header contains characters that cannot be sent.')
    }
    return { [signIn.header.toLowerCase()]: secret }
  }
  return { authorization: `Basic ${Buffer.from(`${signIn.user}:${secret}`).toString('base64')}` }
}

/** Why an answer is none; null if it is fine. */
const refusalOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403) return `The address refused the sign-in (${status}).`
  if (status === 404 || status === 410) return `There is nothing at this address (${status}).`
  if (status >= 300 && status < 400) return `The address leads to another one (${status}). Enter that one.`
  return `The address answered with an error (${status}).`
}

const requireAllowed = (app: AppServices, url: string): void => {
  if (isAllowedAddress(app, url)) return
  throw new ExchangeProblem(
    'This server does not connect to that host. Its operator lists the allowed hosts in EXCHANGE_ALLOWED_HOSTS.',
  )
}

/** The last part of the path of an address, decoded; as it is where its percent signs stand for no characters. */
const lastPartOf = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Names of other systems may be anything: only their last part is kept, without characters that would show another name. */
const plainName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, 255)

/** The name that the answer gives to the file, or else the address. */
const nameOf = (url: string, disposition: string | undefined): string =>
  plainName(nameInDisposition(disposition ?? '') ?? '') || plainName(lastPartOf(url)) || 'file'

/**
 * The file at an address that the operator allows, at most 5 MB. Throws `ExchangeProblem` if there is none.
 */
export const fetchFile = async (
  app: AppServices,
  { url, signIn, secret, signal, answerMs = usualAnswerMs }: SignedInAddress,
): Promise<ExchangedFile> => {
  requireAllowed(app, url)
  const headers = signInHeaders(signIn, secret)
  const answer = await sendRequest({ method: 'GET', url, headers, answerMs, mostBytes: sourceLimits.fileBytes, signal })
  if (!answer.ok) throw new ExchangeProblem(`${answer.problem}.`)
  const refusal = refusalOf(answer.status)
  if (refusal !== null) throw new ExchangeProblem(refusal)
  if (answer.isCutOff) throw new ExchangeProblem('The file is larger than 5 MB.')
  if (answer.bytes.length === 0) throw new ExchangeProblem('The address sent an empty file.')
  return { name: nameOf(url, answer.headers['content-disposition']), bytes: answer.bytes }
}

/** Sends a file to an address that the operator allows. Throws `ExchangeProblem` unless it was accepted (2xx). */
export const sendFile = async (
  app: AppServices,
  {
    method,
    url,
    signIn,
    secret,
    bytes,
    mediaType,
    signal,
    answerMs = usualAnswerMs,
  }: SignedInAddress & {
    readonly method: 'POST' | 'PUT'
    readonly bytes: Uint8Array
    readonly mediaType: string
  },
): Promise<void> => {
  requireAllowed(app, url)
  const headers = { ...signInHeaders(signIn, secret), 'content-type': mediaType }
  const answer = await sendRequest({ method, url, headers, body: bytes, answerMs, mostBytes: 0, signal })
  if (!answer.ok) throw new ExchangeProblem(`${answer.problem}.`)
  const refusal = refusalOf(answer.status)
  if (refusal !== null) throw new ExchangeProblem(refusal)
}
