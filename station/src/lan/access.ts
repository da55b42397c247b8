/** Decides who may open the direct socket: one access per sign-in and page address, ended with the sign-in and with the binding. */
import { randomBytes } from 'node:crypto'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { AccessRow, AccessStore } from './access.store.ts'

/** Sign-ins of one user; the oldest gives way. */
const maxPerUser = 20

export async function loadAccess({ store, now }: { store: AccessStore; now: () => number }) {
  let rows = await store.all()
  /** Changes run one after the other. */
  const oneAtATime = createOneAtATime()

  async function dropAll(isGone: (row: AccessRow) => boolean): Promise<void> {
    const ids = rows.filter(isGone).map(({ access_id }) => access_id)
    if (ids.length === 0) return
    rows = rows.filter((row) => !isGone(row))
    await store.drop(ids)
  }

  return {
    of: (accessId: string): AccessRow | undefined => rows.find(({ access_id }) => access_id === accessId),
    /** True if pages of this origin were given access. */
    allows: (origin: string): boolean => rows.some((row) => row.origin === origin),
    give: (owner: Pick<AccessRow, 'realm' | 'user_id' | 'session' | 'origin'>): Promise<AccessRow> =>
      oneAtATime(async () => {
        const isOfUser = (row: AccessRow) => row.realm === owner.realm && row.user_id === owner.user_id
        const before = rows.find((row) => isOfUser(row) && row.session === owner.session && row.origin === owner.origin)
        if (before) return before
        const row = { ...owner, access_id: randomBytes(12).toString('base64url'), created_at: now() }
        await store.add(row)
        rows = [...rows, row]
        const excess = new Set(rows.filter(isOfUser).slice(0, -maxPerUser))
        await dropAll((one) => excess.has(one))
        return row
      }),
    /** Drops what the household and its sign-ins no longer allow. sessions: undefined from clouds that do not name them. */
    keepOnly: (realm: Lang, isMember: (userId: string) => boolean, sessions: readonly string[] | undefined): Promise<void> =>
      oneAtATime(() =>
        dropAll(
          (row) => row.realm === realm && (!isMember(row.user_id) || (sessions !== undefined && !sessions.includes(row.session))),
        ),
      ),
  }
}
