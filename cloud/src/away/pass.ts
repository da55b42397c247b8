/** Visits of a box from outside of its house, sealed by the cloud: a pass of one minute in an address, and a visit in a cookie, which every process can read. */
import { createHmac, randomBytes } from 'node:crypto'
import { devsnPattern } from '@homeport/contract/kit/connection.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { isSame, sealOf, type Secrets } from '../connection/base/secrets.ts'

/** id: another one for each pass. token_hash: of the sign-in that it ends with. */
const Visit = z.object({
  lang: z.enum(langs),
  devsn: z.string().check(z.regex(devsnPattern)),
  user_id: z.string(),
  token_hash: z.string(),
  id: z.string(),
})
export type Visit = z.infer<typeof Visit>
const Sealed = z.extend(Visit, { kind: z.enum(['pass', 'visit']), until: z.number() })
type Kind = z.infer<typeof Sealed>['kind']

const lifeMs: Record<Kind, number> = { pass: 60_000, visit: 12 * 3_600_000 }
export const visitSeconds = lifeMs.visit / 1_000

export function createPasses({ secrets, now }: { secrets: Secrets; now: () => number }) {
  return {
    newVisit: (of: Omit<Visit, 'id'>): Visit => ({ ...of, id: randomBytes(16).toString('base64url') }),
    seal(kind: Kind, visit: Visit): string {
      const text = Buffer.from(JSON.stringify({ ...visit, kind, until: now() + lifeMs[kind] })).toString('base64url')
      return `${text}.${sealOf(secrets[visit.lang], `away.${text}`)}`
    },
    /** Undefined of one that the cloud did not seal, of the other kind, or that has expired. */
    read(kind: Kind, sealed: string): Visit | undefined {
      const [text = '', seal = '', more] = sealed.split('.')
      const read = Sealed.safeParse(parsed(text))
      if (more !== undefined || !read.success || !isSame(seal, sealOf(secrets[read.data.lang], `away.${text}`))) return undefined
      const { kind: itsKind, until, ...visit } = read.data
      return itsKind === kind && until > now() ? visit : undefined
    },
    /** The session of this visit's page at the box, which no browser gets to know: 256 bits. */
    screenSecret: ({ lang, devsn, user_id, id }: Visit): string =>
      createHmac('sha256', secrets[lang]).update(`away.screen.${devsn}.${user_id}.${id}`).digest('base64url'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
