import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { requireFile } from '../require-file.ts'
import { requestLimits } from './request-limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The depth of the deepest nesting of objects and lists in JSON text. */
const depthOf = (text: string): number => {
  let [depth, deepest, isInText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isInText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInText = false
    } else if (sign === '"') isInText = true
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return deepest
}

/** Parses the JSON text of a request body; no body is undefined. Throws 400 for everything else. */
const readJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined
  try {
    const text = utf8.decode(bytes)
    if (depthOf(text) <= requestLimits.jsonDepth) return JSON.parse(text)
  } catch {
    throw new AppError('bad_request', 'The body is not valid JSON.')
  }
  throw new AppError('bad_request', 'The body is nested too deeply.')
}

/** Accepts any file as it is, for the routes that are registered on this instance. Call it in a `register` of its own. Refuses forms. */
export const installFileBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    requireFile(request.headers['content-type'], bytes)
    return bytes
  })
}

/** Accepts only JSON bodies. */
export const installJsonBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => readJson(bytes),
  )
}
