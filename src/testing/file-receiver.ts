import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as another system receives it. */
export interface ReceivedFile {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Another system on this machine, which keeps what it receives. */
export interface FileReceiver {
  readonly origin: string
  readonly received: ReceivedFile[]
  /** Answers each request; 204 by default. Without an answer, the sender waits. */
  answer: (request: ReceivedFile, reply: ServerResponse) => void
  close(): Promise<void>
}

/** Starts another system that takes files. */
export const startReceiver = async (): Promise<FileReceiver> => {
  const accept = (_: ReceivedFile, reply: ServerResponse) => void reply.writeHead(204).end()
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const file = { method, path, headers, body: Buffer.concat(parts) }
      receiver.received.push(file)
      receiver.answer(file, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: FileReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: accept,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
