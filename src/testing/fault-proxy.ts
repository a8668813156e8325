import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A connection to the server that a test can slow down, cut or silence. */
export interface FaultProxy {
  readonly port: number
  /** Delays all data by this time, in both directions. */
  setLatencyMs(latencyMs: number): void
  /** Cuts every open connection with RST; new ones work. */
  resetAll(): void
  /** While on, connections are accepted but no data passes, so the client waits for an answer that never comes. */
  setBlackhole(on: boolean): void
  /** While on, every new connection is refused (RST), and open connections are cut. */
  setRefusing(on: boolean): void
  close(): Promise<void>
}

/** Forwards TCP to a local port, with the requested faults. Uses only Node. */
export const startFaultProxy = async (targetPort: number): Promise<FaultProxy> => {
  let latencyMs = 0
  let blackhole = false
  let refusing = false
  const ends = new Set<Socket>()
  const keep = (socket: Socket) => {
    ends.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => ends.delete(socket))
  }
  const pass = async (from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        if (latencyMs > 0) await setTimeout(latencyMs)
        // Dropped data is lost: a missing part of a stream cannot be replaced.
        if (!blackhole && to.writable) to.write(piece)
      }
      to.end()
    } catch {
      to.destroy()
    }
  }
  const resetAll = () => {
    for (const socket of ends) socket.resetAndDestroy()
  }
  const server = createServer((near) => {
    if (refusing) return void near.resetAndDestroy()
    const far = connect(targetPort, '127.0.0.1')
    keep(near)
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    void pass(near, far)
    void pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setLatencyMs: (wanted) => {
      latencyMs = wanted
    },
    resetAll,
    setBlackhole: (on) => {
      // A stream with a missing part is useless afterwards.
      if (blackhole && !on) resetAll()
      blackhole = on
    },
    setRefusing: (on) => {
      refusing = on
      if (on) resetAll()
    },
    close: async () => {
      resetAll()
      server.close()
      await once(server, 'close')
    },
  }
}
