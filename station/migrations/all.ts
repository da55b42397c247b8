/** The box's one numbered timeline of its database. */
import { first } from './001-first.ts'

export const migrations = { '001-first': first }
