/** What people report to those who keep order, in the forum and over the guides. */
import * as z from 'zod/mini'
import { Person } from './person.ts'

export const reportReasons = ['spam', 'abuse', 'adult', 'illegal', 'copyright', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportTextMax = 200

/** text: more of it; wanted where the reason is `other`. */
export const complaint = {
  reason: z.enum(reportReasons),
  text: z._default(z.string().check(z.maxLength(reportTextMax, 'reply_length')), ''),
}

/** by: null for one who is erased; at in seconds. */
export const Complaint = z.object({
  by: z.nullable(Person),
  reason: z.enum(reportReasons),
  text: z.string(),
  at: z.number(),
})
export type Complaint = z.infer<typeof Complaint>
