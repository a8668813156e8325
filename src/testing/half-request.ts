import { connect, type Socket } from 'node:net'

const half = '{"email":"someone@example.com",'
/** The other half of what `sendHalf` sends; it is answered with 401. */
export const otherHalf = '"password":"Some-Password-1"}'

/** A sign-in of which half has been sent; settles when the server says that it has begun to read it. */
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

/** What readiness answers, or that nobody listens any more. */
export const askReady = async (port: number): Promise<number | 'closed'> =>
  (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null))?.status ?? 'closed'
