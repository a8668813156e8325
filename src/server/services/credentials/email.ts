import { type SQL, sql } from 'drizzle-orm'
import { users } from '../../db/tables/users.table.ts'

/** E-mails are compared without regard to case. */
export const hasEmail = (email: string): SQL => sql`lower(${users.email}) = ${email.trim().toLowerCase()}`

/** True if the database can store the text. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
