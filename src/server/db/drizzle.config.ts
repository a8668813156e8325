import { defineConfig } from 'drizzle-kit'

/** For `npm run db:generate`, which generates the next file of `migrations/` from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/tables/*.table.ts',
  out: './src/server/db/migrations',
})
