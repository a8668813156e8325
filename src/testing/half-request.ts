import { connect, type Socket } from 'node:net'

const half = '{"email":"someone@example.com",'
/** The second half of the request that `sendHalf` begins; the answer to the complete request is 401. */
export const otherHalf = '"password":"Some-Password-1"}'

/** Sends the first half of a sign-in; resolves when the server reports that it has begun to read it. */
export const sendHalf = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const origin = `http://127.0.0.1:${port}`
    const lines = [
      'POST /api/auth/login HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: ${origin}`,
      'X-Requested-With: t',
    ]
    const body = `Content-Type: application/json\r\nContent-Length: ${half.length + otherHalf.length}\r\nConnection: close`
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n${body}\r\nExpect: 100-continue\r\n\r\n`),
    )
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(half)
      resolve(socket)
    })
  })

/** The status of the readiness check, or 'closed' if no server listens any more. */
export const askReady = async (port: number): Promise<number | 'closed'> =>
  (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null))?.status ?? 'closed'
