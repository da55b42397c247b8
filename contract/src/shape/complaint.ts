/** Complaints: what users report to moderators, in the forum and the guides. */
import * as z from 'zod/mini'
import { Person } from './person.ts'

export const reportReasons = ['spam', 'abuse', 'adult', 'illegal', 'copyright', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportTextMax = 200

/** text: details; required if the reason is `other`. */
export const complaint = {
  reason: z.enum(reportReasons),
  text: z._default(z.string().check(z.maxLength(reportTextMax, 'reply_length')), ''),
}

/** by: null for an erased account; at in seconds. */
export const Complaint = z.object({
  by: z.nullable(Person),
  reason: z.enum(reportReasons),
  text: z.string(),
  at: z.number(),
})
export type Complaint = z.infer<typeof Complaint>
