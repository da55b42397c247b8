/** When a household is notified of films that are new in its library. */
import type { In } from '@homeport/contract/kit/operation.ts'
import { pushTextMax, type pushNotice } from '@homeport/contract/push.ts'
import type { Trx } from '../../kit/db.ts'
import type { MirrorChange } from '../../connection/mirror/mirror-consumer.ts'
import * as z from 'zod/mini'
import { parseJsonColumn } from '../../kit/json-column.ts'
import type { PreparedFilm } from './prepared-film.ts'
import { shorten } from '@homeport/contract/shape/field/text.ts'

const Titled = z.object({ title: z.string() })

/** A box that was bound or restored just now reports its whole library: what was added before this is no news then. */
const newsSeconds = 60 * 60
/** More than these within a short while come from a disk that was plugged in or a scan of everything; they arrive a few at a time. */
const maxNew = 20
const burstSeconds = 10 * 60

type Report = { rows: readonly MirrorChange<PreparedFilm>[]; now: number }

/** Call before the films are saved. */
export async function filmNotices(
  trx: Trx,
  { devsn }: { devsn: string },
  { rows, now }: Report,
): Promise<In<typeof pushNotice.data>[]> {
  const recent = rows.flatMap(({ value }) => (value && value.columns.added_at > now / 1000 - newsSeconds ? [value] : []))
  if (recent.length === 0 || (await isBurst(trx, devsn, { recent, now }))) return []
  const ids = recent.map(({ columns }) => columns.film_id)
  const existing = await trx
    .selectFrom('films')
    .select('film_id')
    .where('devsn', '=', devsn)
    .where('film_id', 'in', ids)
    .execute()
  const existingIds = new Set(existing.map(({ film_id }) => film_id))
  return recent
    .filter(({ columns }) => !existingIds.has(columns.film_id))
    .map((film) => ({
      user_id: '',
      devsn,
      key: `film:${film.columns.film_id}`,
      kind: 'film',
      name: shorten(parseJsonColumn(Titled, film.columns.film).title, pushTextMax),
      text: '',
      id: film.columns.film_id,
    }))
}

/** Along the index of versions: of the films that changed last, no more are read than decide it. */
async function isBurst(
  trx: Trx,
  devsn: string,
  { recent, now }: { recent: readonly PreparedFilm[]; now: number },
): Promise<boolean> {
  const since = now / 1000 - burstSeconds
  const latest = await trx
    .selectFrom('films')
    .select('added_at')
    .where('devsn', '=', devsn)
    .orderBy('version', 'desc')
    .limit(maxNew)
    .execute()
  const before = latest.filter(({ added_at }) => added_at > since).length
  return before + recent.filter(({ columns }) => columns.added_at > since).length > maxNew
}
