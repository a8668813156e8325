import fastify from 'fastify'

/** Fastify with a single route that returns the value it was sent, for comparison with the product. */
let answer: unknown = null
const app = fastify()
app.get('/api/projects', async () => answer)
process.on('message', async (value) => {
  if (value === 'state') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1_000 })
    return
  }
  answer = value
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
process.send?.('up')
