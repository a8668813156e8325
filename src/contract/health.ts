import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Never touches the database. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'The process lives',
  failed: 'Failed to fetch health',
  response: z.object({ status: z.literal('ok') }),
})
/** 503 while the database is unavailable, migrations are missing or the server is shutting down. */
export const getReady = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary: 'The server can work',
  failed: 'Failed to fetch readiness',
  response: z.object({ status: z.literal('ready') }),
})
